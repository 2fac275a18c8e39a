import { PROBLEMS_HEADER } from '#domain/tax-form/messages.ts';

/**
 * Every error that leaves the server, once. The codes, status codes and messages are the hosted service's
 * own: supabase-js and the texts of the app depend on them. `server/http/error-edge.ts` turns them into bodies.
 */

/**
 * Something the server needs is down or full, and may come back. Each of these answers says how many seconds to wait
 * before trying again, and each service uses its own body format.
 */
export interface Outage {
  status: 503 | 507;
  retryAfterSeconds: number;
  message: string;
}
export const outages: Record<'unreachable' | 'full', Outage> = {
  unreachable: {
    status: 503,
    retryAfterSeconds: 5,
    message: 'The portal is not available for a moment. Please try again.',
  },
  full: {
    status: 507,
    retryAfterSeconds: 60,
    message: 'There is no room to save this just now. Please try again later, or call the office.',
  },
};

/**
 * Auth: `error_code` -> HTTP status and message; where one code has several of both, the wire's is in `code`.
 * Messages with `N`, `X` take it from the error's detail.
 */
export const authErrors = {
  anonymous_provider_disabled: { status: 422, message: 'Anonymous sign-ins are disabled' },
  bad_code_verifier: { status: 400, message: 'code challenge does not match previously saved code verifier' },
  bad_json: { status: 400, message: 'Could not parse request body as JSON' },
  bad_jwt: { status: 403, message: 'invalid JWT: unable to parse or verify signature' },
  captcha_failed: { status: 400, message: 'captcha protection: request disallowed' },
  conflict: { status: 409, message: 'This was done or changed already' },
  email_exists: { status: 422, message: 'A user with this email address has already been registered' },
  email_not_confirmed: { status: 400, message: 'Email not confirmed' },
  flow_state_expired: { status: 403, message: 'invalid flow state, flow state has expired' },
  flow_state_not_found: { status: 404, message: 'invalid flow state, no valid flow state found' },
  insufficient_storage: { status: outages.full.status, message: outages.full.message },
  insufficient_aal: {
    status: 401,
    message: 'AAL2 session is required to update email or password when MFA is enabled.',
  },
  insufficient_aal_to_end_sessions: {
    status: 403,
    message: 'AAL2 required to end other sessions',
    code: 'insufficient_aal',
  },
  insufficient_aal_to_enroll: {
    status: 403,
    message: 'AAL2 required to enroll a new factor',
    code: 'insufficient_aal',
  },
  insufficient_aal_to_manage_codes: {
    status: 403,
    message: 'AAL2 required to manage recovery codes',
    code: 'insufficient_aal',
  },
  insufficient_aal_to_unenroll: {
    status: 422,
    message: 'AAL2 required to unenroll verified factor',
    code: 'insufficient_aal',
  },
  invalid_api_key: { status: 401, message: 'Invalid API key' },
  invalid_credentials: { status: 400, message: 'Invalid login credentials' },
  mfa_challenge_expired: {
    status: 422,
    message: 'MFA challenge has expired, verify against another challenge or create a new challenge.',
  },
  mfa_challenge_not_found: {
    status: 422,
    message: 'MFA factor with the provided challenge ID not found',
    code: 'mfa_factor_not_found',
  },
  mfa_factor_name_conflict: {
    status: 422,
    message: 'A factor with the friendly name "X" for this user already exists',
  },
  mfa_factor_not_found: { status: 404, message: 'Factor not found' },
  mfa_recovery_codes_locked: {
    status: 429,
    message: 'Too many failed verification attempts, try again later',
  },
  mfa_verification_failed: { status: 422, message: 'Invalid TOTP code entered' },
  mfa_verified_factor_exists: {
    status: 422,
    message: 'Recovery codes are already enrolled for this user, use regenerate to rotate them',
  },
  no_authorization: { status: 401, message: 'This endpoint requires a valid Bearer token' },
  not_admin: { status: 403, message: 'User not allowed' },
  not_found: { status: 404, message: 'Not found' },
  otp_expired: { status: 403, message: 'Email link is invalid or has expired' },
  over_email_send_rate_limit: {
    status: 429,
    message: 'For security purposes, you can only request this after N seconds.',
  },
  over_request_rate_limit: { status: 429, message: 'Request rate limit reached' },
  payload_too_large: { status: 413, message: 'Request body is too large' },
  reauthentication_needed: { status: 400, message: 'Password update requires reauthentication' },
  reauthentication_needed_for_email: {
    status: 400,
    message: 'Email update requires reauthentication',
    code: 'reauthentication_needed',
  },
  reauthentication_needed_for_factor: {
    status: 403,
    message: 'Setting up the first factor requires reauthentication',
    code: 'reauthentication_needed',
  },
  refresh_token_already_used: { status: 400, message: 'Invalid Refresh Token: Already Used' },
  refresh_token_not_found: { status: 400, message: 'Invalid Refresh Token: Refresh Token Not Found' },
  session_expired: { status: 400, message: 'Invalid Refresh Token: Session Expired' },
  request_timeout: {
    status: 504,
    message: 'Processing the request took too long. Retry the request.',
  },
  same_password: { status: 422, message: 'New password should be different from the old password.' },
  service_unavailable: { status: outages.unreachable.status, message: outages.unreachable.message },
  session_not_found: {
    status: 403,
    message: 'Session from session_id claim in JWT does not exist',
  },
  too_many_enrolled_mfa_factors: {
    status: 422,
    message: 'Maximum number of verified factors reached, unenroll to continue',
  },
  unexpected_failure: {
    status: 500,
    message: 'Unexpected failure, please check server logs for more information',
  },
  phone_provider_disabled: { status: 400, message: 'Phone logins are disabled' },
  reauthentication_not_valid: { status: 422, message: 'Nonce has expired or is invalid' },
  user_banned: { status: 400, message: 'User is banned' },
  validation_failed: { status: 400, message: 'Invalid request' },
  weak_password: { status: 422, message: 'Password should be at least 6 characters.' },
} as const;
export type AuthErrorCode = keyof typeof authErrors;

/**
 * Storage: `code` -> the body's statusCode, error and message, and its code where that is another. The HTTP
 * status is 400, or 500 for a 500.
 */
export const storageErrors = {
  AccessDenied: {
    statusCode: '403',
    error: 'Unauthorized',
    message: 'new row violates row-level security policy',
  },
  BadSignature: {
    statusCode: '403',
    error: 'Unauthorized',
    message: 'signature verification failed',
    code: 'AccessDenied',
  },
  BucketAlreadyExists: { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' },
  EntityTooLarge: {
    statusCode: '413',
    error: 'Payload too large',
    message: 'The object exceeded the maximum allowed size',
  },
  /** What one client may store (business.json, limits): not the hosted service's. */
  QuotaExceeded: {
    statusCode: '413',
    error: 'Payload too large',
    message:
      'There is no room left in your folder for this file. Please call the office, and we will make some.',
  },
  DiskFull: {
    statusCode: '507',
    error: 'InsufficientStorage',
    message: 'There is no room for this file just now. Please call the office.',
  },
  /** One caller or network asks for too much at once. */
  SlowDown: {
    statusCode: '503',
    error: 'SlowDown',
    message: 'Too much at once. Please try again in a moment.',
  },
  /** The file store does not answer, or refuses us. */
  StoreUnavailable: {
    statusCode: '503',
    error: 'ServiceUnavailable',
    message: 'Documents can’t be reached just now. Nothing is lost. Please try again in a minute.',
  },
  FeatureNotEnabled: {
    statusCode: '400',
    error: 'FeatureNotEnabled',
    message: 'The feature is not enabled for this resource',
  },
  InternalError: { statusCode: '500', error: 'Internal', message: 'Internal server error' },
  InvalidBucketName: { statusCode: '400', error: 'Invalid Input', message: 'Bucket name invalid' },
  InvalidJWT: { statusCode: '400', error: 'InvalidJWT', message: 'Invalid Compact JWS' },
  InvalidKey: { statusCode: '400', error: 'InvalidKey', message: 'Invalid key: K' },
  InvalidMimeType: {
    statusCode: '415',
    error: 'invalid_mime_type',
    message: 'mime type X is not supported',
  },
  InvalidRange: {
    statusCode: '416',
    error: 'InvalidRange',
    message: 'The requested range is not satisfiable',
  },
  InvalidRequest: { statusCode: '400', error: 'Error', message: 'The request is not valid' },
  /** Resumable uploads: somebody else was faster, or the client counts wrong. It asks for the offset, and goes on. */
  InvalidUploadOffset: { statusCode: '409', error: 'Conflict', message: 'Upload-Offset conflict' },
  InvalidSignature: { statusCode: '400', error: 'InvalidSignature', message: 'Invalid signature' },
  KeyAlreadyExists: { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' },
  NoSuchBucket: { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found' },
  NoSuchKey: { statusCode: '404', error: 'not_found', message: 'Object not found' },
  NoSuchUpload: { statusCode: '404', error: 'not_found', message: 'Upload not found' },
  NotFound: { statusCode: '404', error: 'not_found', message: 'Not found' },
  ResourceNotEmpty: {
    statusCode: '409',
    error: 'ResourceNotEmpty',
    message: 'The bucket you tried to delete is not empty',
  },
  /** The database does not answer. */
  ServiceUnavailable: {
    statusCode: '503',
    error: 'ServiceUnavailable',
    message: outages.unreachable.message,
  },
  TooManyRequests: {
    statusCode: '429',
    error: 'too_many_requests',
    message: 'That was a lot within one hour. Please go on a little later.',
  },
  UnsupportedTusVersion: {
    statusCode: '412',
    error: 'Precondition failed',
    message: 'Tus-Resumable must be 1.0.0',
  },
} as const;
export type StorageErrorCode = keyof typeof storageErrors;

/** REST: PostgREST's own codes. What PostgreSQL refuses keeps its SQLSTATE as the code (`restStatusOf`). */
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
  /** Not PostgREST's: a tax form that the page would refuse. `details`: the problems, as JSON. */
  NM422: { status: 422, message: PROBLEMS_HEADER },
  over_request_rate_limit: { status: 429, message: 'Request rate limit reached' },
  PGRST301: { status: 401, message: 'JWT could not be decoded' },
  PGRST303: { status: 401, message: 'JWT expired' },
} as const;
export type RestErrorCode = keyof typeof restErrors;

/** The functions of the office's own calendar: `{ code, message }`, and the message is for people. */
export const calendarErrors = {
  validation_failed: { status: 400, message: 'Please check what you have entered.' },
  captcha_failed: { status: 403, message: 'Security verification failed. Please try again.' },
  not_found: {
    status: 404,
    message: 'There is no such appointment. Please open the link in our email once more, or call us.',
  },
  time_taken: { status: 409, message: 'This time has just been taken. Please choose another one.' },
  /** One visitor has as many ahead as one visitor may. */
  too_many: {
    status: 429,
    message: 'You have several appointments with us already. Please call us for another one.',
  },
  /** It has its time already, is over, or was cancelled. */
  over: {
    status: 410,
    message: 'This appointment is over or was cancelled. Please call us, or book a new one.',
  },
} as const;
export type CalendarErrorCode = keyof typeof calendarErrors;
