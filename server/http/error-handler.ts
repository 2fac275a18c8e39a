import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionEndedError } from '#server/database/database.ts';
import {
  clientErrorStatus,
  logError,
  outageOf,
  prepareError,
  TokenError,
  TooManyRequestsError,
} from './errors.ts';

export type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** For routes without a format of a service. Unexpected errors are logged in full and answered without details. */
export const handleError: ErrorHandler = (thrown, request, reply) => {
  const error = prepareError(thrown, reply);
  if (error instanceof TooManyRequestsError)
    return reply.code(429).send({ code: 'over_request_rate_limit', message: 'Too many requests' });
  if (error instanceof TokenError || error instanceof SessionEndedError) {
    return reply.code(401).send({ code: 401, message: 'Invalid JWT' });
  }
  const status = clientErrorStatus(error);
  if (status !== undefined) return reply.code(status).send({ message: 'Bad request' });
  logError(error, request);
  const outage = outageOf(error);
  if (outage) return reply.code(outage.status).send({ code: outage.code, message: outage.message });
  return reply.code(500).send({ code: 'unexpected_failure', message: 'Something went wrong on our end.' });
};

/** For errors outside any plugin, such as a path that can't be decoded. The first segment chooses the format. */
export function errorHandlerByPath(handlers: Record<string, ErrorHandler>): ErrorHandler {
  const bySegment = new Map(Object.entries(handlers));
  return (error, request, reply) => {
    const handler = bySegment.get(request.url.split('/', 2)[1] ?? '') ?? handleError;
    return handler(error, request, reply);
  };
}
