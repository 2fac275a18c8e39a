import { PROBLEMS_HEADER } from '#domain/tax-form/validate.ts';
import { outages } from '#server/http/errors.ts';

/** PostgREST's error codes. Errors of PostgreSQL keep their SQLSTATE as the code (`restStatusOf`). */
export const restErrors = {
  '53100': { status: outages.full.status, message: outages.full.message },
  '21000': { status: 400, message: 'The statement requires a WHERE clause' },
  /** PostgreSQL's own code for text that is too long, used here for any text in a body. */
  '22001': { status: 400, message: 'A text is too long' },
  '42501': { status: 401, message: 'Permission denied' },
  '42703': { status: 400, message: 'The column does not exist' },
  '42803': { status: 400, message: 'A count can not be selected together with columns' },
  /** PostgreSQL's own codes for program limits: on an answer, on a query, on the columns. */
  '54000': { status: 413, message: 'The request is too large' },
  '54001': { status: 413, message: 'The request is too complex' },
  '54011': { status: 413, message: 'The answer has too many columns' },
  PGRST000: { status: 503, message: 'Database connection error. Retrying the connection.' },
  PGRST100: { status: 400, message: 'The query could not be read' },
  PGRST101: { status: 405, message: 'Cannot use the method on RPC' },
  PGRST102: { status: 400, message: 'The body could not be read' },
  PGRST103: { status: 416, message: 'Requested range not satisfiable' },
  PGRST106: { status: 406, message: 'Invalid schema' },
  PGRST107: { status: 406, message: 'None of these media types are available' },
  PGRST108: { status: 400, message: 'The filter names a resource that is not embedded' },
  PGRST116: { status: 406, message: 'Cannot coerce the result to a single JSON object' },
  PGRST117: { status: 405, message: 'Unsupported HTTP method' },
  PGRST118: { status: 400, message: 'A related order is not possible' },
  PGRST120: { status: 400, message: 'Bad operator on an embedded resource' },
  PGRST122: { status: 400, message: 'Invalid preferences given with handling=strict' },
  PGRST123: { status: 400, message: 'Use of aggregate functions is not allowed' },
  PGRST124: { status: 400, message: 'Query result exceeds max-affected preference constraint' },
  PGRST125: { status: 404, message: 'Invalid path specified in request URL' },
  PGRST126: { status: 404, message: 'Root endpoint metadata is disabled' },
  PGRST127: { status: 400, message: 'Feature not implemented' },
  PGRST128: {
    status: 400,
    message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  },
  PGRST200: { status: 400, message: 'Could not find a relationship in the schema cache' },
  PGRST201: { status: 300, message: 'Could not embed because more than one relationship was found' },
  PGRST202: { status: 404, message: 'Could not find the function in the schema cache' },
  PGRST203: { status: 300, message: 'Could not choose the best candidate function' },
  PGRST204: { status: 400, message: 'Could not find the column in the schema cache' },
  PGRST205: { status: 404, message: 'Could not find the table in the schema cache' },
  /** Our own code: an invalid tax form. `details` has the problems as JSON. */
  NM422: { status: 422, message: PROBLEMS_HEADER },
  over_request_rate_limit: { status: 429, message: 'Request rate limit reached' },
  PGRST301: { status: 401, message: 'JWT could not be decoded' },
  PGRST303: { status: 401, message: 'JWT expired' },
} as const;
export type RestErrorCode = keyof typeof restErrors;

/** An error of the catalog. */
export class RestError extends Error {
  readonly code: RestErrorCode;
  /** A text; a list where the caller has to choose (PGRST201). */
  readonly details: string | readonly object[] | null;
  readonly hint: string | null;
  readonly headers: Record<string, string>;

  constructor(
    code: RestErrorCode,
    options: {
      message?: string;
      details?: string | readonly object[];
      hint?: string;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(options.message ?? '');
    this.code = code;
    this.details = options.details ?? null;
    this.hint = options.hint ?? null;
    this.headers = options.headers ?? {};
  }
}
