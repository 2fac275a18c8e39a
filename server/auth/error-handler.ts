import type { FastifyRequest } from 'fastify';
import { SessionEndedError } from '#server/database/database.ts';
import type { ErrorHandler } from '#server/http/error-handler.ts';
import {
  clientErrorStatus,
  logError,
  outageOf,
  prepareError,
  TokenError,
  TooManyRequestsError,
} from '#server/http/errors.ts';
import { AuthError, authErrors } from './errors.ts';

const API_VERSION_HEADER = 'x-supabase-api-version';
const NAMED_CODES_SINCE = '2024-01-01';

/** The hosted service has two body formats. The client chooses by API version and gets the version back. */
export const handleAuthError: ErrorHandler = (thrown, request, reply) => {
  const error = asAuthError(prepareError(thrown, reply), request);
  const known = authErrors[error.code];
  const { status } = known;
  const message = error.message || known.message;
  const code = 'code' in known ? known.code : error.code;
  const version = request.headers[API_VERSION_HEADER];
  const named = typeof version === 'string' && version >= NAMED_CODES_SINCE;
  if (named) reply.header(API_VERSION_HEADER, NAMED_CODES_SINCE);
  return reply
    .code(status)
    .headers({ ...error.headers, 'x-sb-error-code': code })
    .send(
      named
        ? { code, message, ...error.extra }
        : { code: status, error_code: code, msg: message, ...error.extra },
    );
};

function asAuthError(error: unknown, request: FastifyRequest): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof SessionEndedError) return new AuthError('session_not_found');
  if (error instanceof TooManyRequestsError) return new AuthError('over_request_rate_limit');
  if (error instanceof TokenError) {
    const reason =
      error.reason === 'expired' ? 'token has invalid claims: token is expired' : 'token is malformed';
    return new AuthError('bad_jwt', {
      message: `invalid JWT: unable to parse or verify signature, ${reason}`,
    });
  }
  const status = clientErrorStatus(error);
  if (status !== undefined) return new AuthError(status === 413 ? 'payload_too_large' : 'bad_json');
  logError(error, request);
  const outage = outageOf(error);
  if (!outage) return new AuthError('unexpected_failure');
  return new AuthError(outage.status === 507 ? 'insufficient_storage' : 'service_unavailable');
}
