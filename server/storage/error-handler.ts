import type { FastifyRequest } from 'fastify';
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
import { StorageError, storageErrors } from './errors.ts';

/** TUS clients read the HTTP status, as their protocol says. */
const TUS_PATH = /^\/storage\/v1\/upload\/resumable(?=[/?]|$)/;

/** As the hosted service: the HTTP status is 400, and the true one is in the body. The exceptions are named here. */
export const handleStorageError: ErrorHandler = (thrown, request, reply) => {
  const error = asStorageError(prepareError(thrown, reply), request);
  const known = storageErrors[error.code];
  const isTus = TUS_PATH.test(request.url);
  // The text of the protocol's own library: TUS clients read it.
  if (error.code === 'EntityTooLarge' && isTus) {
    return reply.code(413).type('text/plain; charset=utf-8').send('Maximum size exceeded\n');
  }
  const sendsTrueStatus = known.statusCode >= '500' || error.code === 'InvalidRange' || isTus;
  return reply.code(sendsTrueStatus ? Number(known.statusCode) : 400).send({
    statusCode: known.statusCode,
    error: known.error,
    message: error.message || known.message,
    code: 'code' in known ? known.code : error.code,
    key: error.key,
  });
};

function asStorageError(error: unknown, request: FastifyRequest): StorageError {
  if (error instanceof StorageError) {
    // The caller can't do anything about a store that is down or full; an operator who reads the log can.
    if (error.cause !== undefined) logError(error.cause, request);
    return error;
  }
  if (error instanceof TokenError || error instanceof SessionEndedError) {
    const message = error instanceof TokenError && error.reason === 'expired' ? 'jwt expired' : '';
    return new StorageError('BadSignature', { message });
  }
  if (error instanceof TooManyRequestsError || isStatementTimeout(error)) return new StorageError('SlowDown');
  if (isPostgresError(error) && error.code === '42501') return new StorageError('AccessDenied');
  // Values that no column can hold: a number out of range, JSON nested a thousand levels deep.
  if (isPostgresError(error) && /^(22|54)/.test(error.code ?? '')) return new StorageError('InvalidRequest');
  const status = clientErrorStatus(error);
  if (status !== undefined) return new StorageError(status === 413 ? 'EntityTooLarge' : 'InvalidRequest');
  logError(error, request);
  const outage = outageOf(error);
  if (!outage) return new StorageError('InternalError');
  return new StorageError(outage.status === 507 ? 'DiskFull' : 'ServiceUnavailable');
}

/** PostgreSQL ended a statement that exceeded its caller's time limit. */
function isStatementTimeout(error: unknown): boolean {
  return isPostgresError(error) && error.code === '57014';
}
