import type { FastifyRequest } from 'fastify';
import { plainAddress } from '#server/http/address.ts';

const MAX_USER_AGENT = 500;

/** From where somebody asks, as sessions and the audit log keep it. */
export interface Origin {
  address: string | null;
  userAgent: string | null;
}

export function originOf(request: FastifyRequest): Origin {
  return {
    address: plainAddress(request.ip) ?? null,
    userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
  };
}
