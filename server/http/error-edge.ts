import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  type AuthErrorCode,
  authErrors,
  calendarErrors,
  restErrors,
  type StorageErrorCode,
  storageErrors,
} from '#contract/errors.ts';
import { TooManyTransactionsError } from '#server/database/caller-limits.ts';
import { isPostgresError, SessionEndedError } from '#server/database/database.ts';
import { outageOf } from './outage.ts';
import { restStatusOf } from './rest-status.ts';
import {
  AuthError,
  CalendarError,
  RestError,
  StorageError,
  TokenError,
  TooManyRequestsError,
} from './wire-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the REST service: decides between 401 and 403 for what PostgreSQL refuses. */
    signedIn?: boolean;
  }
}

export const API_VERSION_HEADER = 'x-supabase-api-version';
const NAMED_CODES_SINCE = '2024-01-01';

/**
 * The one place where an error becomes an answer. The path's service decides the body's shape; whatever
 * nobody meant to answer is logged whole and answered without a detail.
 */
export function renderError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error =
    thrown instanceof TooManyTransactionsError ? new TooManyRequestsError(thrown.seconds) : thrown;
  const service = request.url.split('/', 2)[1];
  const outage = outageOf(error);
  if (outage) reply.header('retry-after', String(outage.retryAfterSeconds));
  if (error instanceof TooManyRequestsError) reply.header('retry-after', String(error.seconds));
  if (service === 'auth') return renderAuth(asAuthError(error, request), request, reply);
  if (service === 'storage') return renderStorage(asStorageError(error, request), request, reply);
  if (service === 'rest') return renderRest(error, request, reply);
  if (error instanceof TooManyRequestsError) return reply.code(429).send({ message: 'Too many requests' });
  // The functions, as the hosted service words it.
  if (error instanceof TokenError || error instanceof SessionEndedError) {
    return reply.code(401).send({ code: 401, message: 'Invalid JWT' });
  }
  if (error instanceof CalendarError) {
    const { status, message } = calendarErrors[error.code];
    return reply.code(status).send({ code: error.code, message: error.message || message });
  }
  const status = clientFault(error);
  if (status !== undefined) return reply.code(status).send({ message: 'Bad request' });
  logged(error, request);
  if (outage) return reply.code(outage.status).send({ message: outage.message });
  return reply.code(500).send({ message: 'Something went wrong on our side.' });
}

function renderAuth(error: AuthError, request: FastifyRequest, reply: FastifyReply) {
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
}

function asAuthError(error: unknown, request: FastifyRequest): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof SessionEndedError) return new AuthError('session_not_found');
  if (error instanceof TooManyRequestsError) return new AuthError('over_request_rate_limit');
  if (error instanceof TokenError) {
    const why =
      error.reason === 'expired' ? 'token has invalid claims: token is expired' : 'token is malformed';
    return new AuthError('bad_jwt', { message: `invalid JWT: unable to parse or verify signature, ${why}` });
  }
  const status = clientFault(error);
  if (status !== undefined)
    return new AuthError(byStatus<AuthErrorCode>(status, 'payload_too_large', 'bad_json'));
  logged(error, request);
  const outage = outageOf(error);
  if (!outage) return new AuthError('unexpected_failure');
  return new AuthError(outage.status === 507 ? 'insufficient_storage' : 'service_unavailable');
}

/** Where uploads are resumed: clients there go by the status alone, as their protocol says. */
const RESUMABLE = /^\/storage\/v1\/upload\/resumable(?=[/?]|$)/;

function renderStorage(error: StorageError, request: FastifyRequest, reply: FastifyReply) {
  const known = storageErrors[error.code];
  // The wording of the protocol's own library: there, clients read the text.
  if (error.code === 'EntityTooLarge' && RESUMABLE.test(request.url)) {
    return reply.code(413).type('text/plain; charset=utf-8').send('Maximum size exceeded\n');
  }
  // The hosted service's oddity: elsewhere the true status is in the body, and HTTP says 400 (wire-errors).
  const isTrue = known.statusCode >= '500' || error.code === 'InvalidRange' || RESUMABLE.test(request.url);
  return reply.code(isTrue ? Number(known.statusCode) : 400).send({
    statusCode: known.statusCode,
    error: known.error,
    message: error.message || known.message,
    code: 'code' in known ? known.code : error.code,
  });
}

function asStorageError(error: unknown, request: FastifyRequest): StorageError {
  if (error instanceof StorageError) {
    // The caller can do nothing about a store that is down or full; someone who reads the log can.
    if (error.cause !== undefined) logged(error.cause, request);
    return error;
  }
  if (error instanceof TokenError || error instanceof SessionEndedError) {
    const message = error instanceof TokenError && error.reason === 'expired' ? 'jwt expired' : '';
    return new StorageError('BadSignature', { message });
  }
  if (error instanceof TooManyRequestsError || isStatementTimeout(error)) return new StorageError('SlowDown');
  if (isPostgresError(error) && error.code === '42501') return new StorageError('AccessDenied');
  // Values that no column can hold: a number beyond all bounds, JSON a thousand levels deep.
  if (isPostgresError(error) && /^(22|54)/.test(error.code ?? '')) return new StorageError('InvalidRequest');
  const status = clientFault(error);
  if (status !== undefined) {
    return new StorageError(byStatus<StorageErrorCode>(status, 'EntityTooLarge', 'InvalidRequest'));
  }
  logged(error, request);
  const outage = outageOf(error);
  if (!outage) return new StorageError('InternalError');
  return new StorageError(outage.status === 507 ? 'DiskFull' : 'ServiceUnavailable');
}

/** PostgreSQL ended a statement that exceeded its caller's time limit. */
function isStatementTimeout(error: unknown): boolean {
  return isPostgresError(error) && error.code === '57014';
}

function renderRest(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const outage = outageOf(error);
  if (isPostgresError(error) && !outage) {
    const status = restStatusOf(error.code ?? '', request.signedIn === true);
    if (status >= 500) logged(error, request);
    return reply.code(status).send({
      code: error.code,
      details: error.detail ?? null,
      hint: error.hint ?? null,
      message: error.message,
    });
  }
  const known = asRestError(error);
  if (!known || outage) logged(error, request);
  if (!known) {
    return reply
      .code(500)
      .send({ code: 'XX000', details: null, hint: null, message: 'Internal server error' });
  }
  const { status, message } = restErrors[known.code];
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply
    .code(status)
    .headers(known.headers)
    .send({ code: known.code, details: known.details, hint: known.hint, message: known.message || message });
}

function asRestError(error: unknown): RestError | undefined {
  if (error instanceof RestError) return error;
  if (error instanceof TooManyRequestsError) return new RestError('over_request_rate_limit');
  if (error instanceof SessionEndedError) {
    return new RestError('PGRST301', { message: 'Session from session_id claim in JWT does not exist' });
  }
  if (error instanceof TokenError) return new RestError(error.reason === 'expired' ? 'PGRST303' : 'PGRST301');
  const outage = outageOf(error);
  if (outage) return new RestError(outage.status === 507 ? '53100' : 'PGRST000');
  const status = clientFault(error);
  if (status === 413) return new RestError('PGRST102', { message: 'Request body is too large' });
  return status === undefined ? undefined : new RestError('PGRST102');
}

/** Fastify's own refusals (body too large, unreadable JSON, wrong content type): the client's, not ours. */
function clientFault(error: unknown): number | undefined {
  const status = error instanceof Error ? (error as Partial<FastifyError>).statusCode : undefined;
  return status !== undefined && status >= 400 && status < 500 ? status : undefined;
}

function byStatus<Code>(status: number, tooLarge: Code, otherwise: Code): Code {
  return status === 413 ? tooLarge : otherwise;
}

function logged(error: unknown, request: FastifyRequest): void {
  request.log.error(
    { err: error, method: request.method, route: request.routeOptions.url },
    'request failed',
  );
}
