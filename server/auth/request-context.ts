import type { FastifyRequest } from 'fastify';
import { TIME_ZONE_HEADER } from '#contract/time-zone.ts';
import { isTimeZone } from '#domain/office-time/time-zone.ts';
import { plainAddress } from '#server/address.ts';

const MAX_USER_AGENT = 500;

/** The client's address and device, as stored in sessions and the audit log. */
export interface RequestContext {
  address: string | null;
  userAgent: string | null;
  /** As the device reports it, by its IANA name: a hint for people, not used for decisions. */
  timeZone: string | null;
}

export function readRequestContext(request: FastifyRequest): RequestContext {
  return {
    address: plainAddress(request.ip) ?? null,
    userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
    timeZone: timeZoneIn(request.headers[TIME_ZONE_HEADER]),
  };
}

function timeZoneIn(header: unknown): string | null {
  return typeof header === 'string' && isTimeZone(header) ? header : null;
}
