import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

const MAX_USER_AGENT = 500;

/** From where somebody asks, as sessions and the audit log keep it. */
export interface Origin {
  address: string | null;
  userAgent: string | null;
}

export function originOf(request: FastifyRequest): Origin {
  // Behind a proxy it is that proxy's word, which PostgreSQL need not take for an address; nor has `inet` zones.
  const address = request.ip.split('%', 1)[0] ?? '';
  return {
    address: isIP(address) ? address : null,
    userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
  };
}
