import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { unavailability } from '#server/database/availability.ts';
import { TooManyRequestsError } from '#server/database/caller-limits.ts';

export { TooManyRequestsError };

/** What the services' error handlers share. A service's own errors are in its `errors.ts`. */

/** The bearer token is not valid. Each service has its own message for it. */
export class TokenError extends Error {
  readonly reason: 'malformed' | 'expired';

  constructor(reason: 'malformed' | 'expired') {
    super(reason);
    this.reason = reason;
  }
}

/** A dependency is down or full, and may recover. Responses have `Retry-After` in seconds, as the service does. */
export interface Outage {
  status: 503 | 507;
  /** The key of a message, where the service has no other code. */
  code: 'service_unavailable' | 'insufficient_storage' | 'store_unavailable' | 'store_full';
  retryAfterSeconds: number;
  message: string;
}
export const outages: Record<'unreachable' | 'full', Outage> = {
  unreachable: {
    status: 503,
    code: 'service_unavailable',
    retryAfterSeconds: 5,
    message: 'The portal is not available for a moment. Please try again.',
  },
  full: {
    status: 507,
    code: 'insufficient_storage',
    retryAfterSeconds: 60,
    message: 'There’s no space to save this right now. Please try again later, or call our office.',
  },
};

/** The temporary outage that caused an error, from itself or PostgreSQL's code. Undefined for other errors. */
export function outageOf(error: unknown): Outage | undefined {
  if (error instanceof Error && 'outage' in error) return error.outage as Outage | undefined;
  const reason = unavailability(error);
  return reason && outages[reason];
}

/** The first step of every error handler: sets `Retry-After`, and answers with the error to render. */
export function prepareError<Thrown>(error: Thrown, reply: FastifyReply): Thrown {
  const seconds = error instanceof TooManyRequestsError ? error.seconds : outageOf(error)?.retryAfterSeconds;
  if (seconds !== undefined) reply.header('retry-after', String(seconds));
  return error;
}

/** The status of requests that Fastify rejects (body too large, invalid JSON, wrong content type): 400 to 499. */
export function clientErrorStatus(error: unknown): number | undefined {
  const status = error instanceof Error ? (error as Partial<FastifyError>).statusCode : undefined;
  return status !== undefined && status >= 400 && status < 500 ? status : undefined;
}

/** Logs an error whose details the caller does not get. */
export function logError(error: unknown, request: FastifyRequest): void {
  request.log.error(
    { err: error, method: request.method, route: request.routeOptions.url },
    'request failed',
  );
}
