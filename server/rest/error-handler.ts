import { isPostgresError, SessionEndedError } from '#server/database/database.ts';
import type { ErrorHandler } from '#server/http/error-handler.ts';
import {
  clientErrorStatus,
  logError,
  outageOf,
  prepareError,
  TokenError,
  TooManyRequestsError,
} from '#server/http/errors.ts';
import { BodyError } from '#server/http/load/body.ts';
import { ROWS_JSON } from '#server/http/load/limits.ts';
import { RestError, restErrors } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the caller is known: decides between 401 and 403 for permission errors of PostgreSQL. */
    signedIn?: boolean;
  }
}

/** PostgREST's format. Errors of PostgreSQL keep their SQLSTATE as the code. */
export const handleRestError: ErrorHandler = (thrown, request, reply) => {
  const error = prepareError(thrown, reply);
  const outage = outageOf(error);
  if (isPostgresError(error) && !outage) {
    const status = restStatusOf(error.code ?? '', request.signedIn === true);
    if (status >= 500) logError(error, request);
    return reply.code(status).send({
      code: error.code,
      details: error.detail ?? null,
      hint: error.hint ?? null,
      message: error.message,
    });
  }
  const known = asRestError(error);
  if (!known || outage) logError(error, request);
  if (!known) {
    return reply
      .code(500)
      .send({ code: 'XX000', details: null, hint: null, message: 'Internal server error' });
  }
  const { message } = restErrors[known.code];
  const status =
    known.code === '42501'
      ? restStatusOf(known.code, request.signedIn === true)
      : restErrors[known.code].status;
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply
    .code(status)
    .headers(known.headers)
    .send({ code: known.code, details: known.details, hint: known.hint, message: known.message || message });
};

function asRestError(error: unknown): RestError | undefined {
  if (error instanceof RestError) return error;
  if (error instanceof TooManyRequestsError) return new RestError('over_request_rate_limit');
  if (error instanceof SessionEndedError) {
    return new RestError('PGRST301', { message: 'Session from session_id claim in JWT does not exist' });
  }
  if (error instanceof TokenError) return new RestError(error.reason === 'expired' ? 'PGRST303' : 'PGRST301');
  const outage = outageOf(error);
  if (outage) return new RestError(outage.status === 507 ? '53100' : 'PGRST000');
  if (error instanceof BodyError && error.excess === 'levels') {
    return new RestError('54001', {
      details: `A body is at most ${ROWS_JSON.levels} objects and arrays deep.`,
    });
  }
  if (error instanceof BodyError && error.excess === 'values') {
    return new RestError('54000', { details: `A body has at most ${ROWS_JSON.values} values.` });
  }
  const status = clientErrorStatus(error);
  if (status === 413) return new RestError('PGRST102', { message: 'Request body is too large' });
  return status === undefined ? undefined : new RestError('PGRST102');
}

/** HTTP status -> SQLSTATEs or their classes, from PostgREST's table. The longest match counts; all others are 400. */
const SQL_STATES = {
  400: ['P0001', 'P0002'],
  403: ['0L', '0P', '28'],
  404: ['42883', '42P01'],
  405: ['25006'],
  409: ['23503', '23505'],
  413: ['54'],
  500: ['09', '25', '2D', '38', '39', '3B', '40', '42P17', '53400', '55', '57', '58', 'F0', 'HV', 'P0', 'XX'],
  503: ['08', '53', '57P01', '57P02', '57P03'],
};
const BY_STATE = new Map(
  Object.entries(SQL_STATES).flatMap(([status, states]) =>
    states.map((state): [string, number] => [state, Number(status)]),
  ),
);

/** The HTTP status for a SQLSTATE. `user`: whether the caller is signed in. */
export function restStatusOf(sqlState: string, user: boolean): number {
  if (sqlState === '42501') return user ? 403 : 401;
  // Functions can choose the status: `raise sqlstate 'PT402'` responds with 402.
  const chosen = /^PT([45]\d\d)$/.exec(sqlState)?.[1];
  if (chosen !== undefined) return Number(chosen);
  return BY_STATE.get(sqlState) ?? BY_STATE.get(sqlState.slice(0, 2)) ?? 400;
}
