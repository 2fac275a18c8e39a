import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

/**
 * The devices on which somebody has signed in before, by a signed cookie. It opens nothing: it only shows that
 * this is no stranger, whom a stranger's failures need not slow down.
 */
export interface KnownDevices {
  /** The device's id, if this person has signed in on it. */
  find(request: FastifyRequest, userId: string | undefined): Promise<string | undefined>;
  /** From now on it is one of the person's. */
  remember(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void>;
}

const COOKIE = 'nutmeg_device';
const ALGORITHM = 'HS256';
const AUDIENCE = 'known device';
/** As long as browsers keep a cookie. */
const SECONDS = 400 * 24 * 60 * 60;
/** A family's computer. */
const MOST_PEOPLE = 8;

const claims = z.object({ jti: z.string(), people: z.array(z.string()) });

interface Options {
  /** A key of its own, derived from the master key, so that all servers agree on it. */
  secret: Uint8Array;
  siteUrl: string;
}

export function createKnownDevices({ secret, siteUrl }: Options): KnownDevices {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';

  const read = async ({ headers }: FastifyRequest) => {
    const cookie = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`).exec(headers.cookie ?? '')?.[1];
    if (cookie === undefined) return undefined;
    try {
      const { payload } = await jwtVerify(cookie, secret, { algorithms: [ALGORITHM], audience: AUDIENCE });
      return claims.parse(payload);
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  };

  return {
    find: async (request, userId) => {
      const device = await read(request);
      return userId !== undefined && device?.people.includes(userId) ? device.jti : undefined;
    },
    remember: async (request, reply, userId) => {
      const { jti, people } = (await read(request)) ?? { jti: randomUUID(), people: [] };
      const now = [userId, ...people.filter((id) => id !== userId)].slice(0, MOST_PEOPLE);
      const token = await new SignJWT({ people: now })
        .setProtectedHeader({ alg: ALGORITHM })
        .setAudience(AUDIENCE)
        .setJti(jti)
        .setExpirationTime(`${SECONDS}s`)
        .sign(secret);
      reply.header(
        'set-cookie',
        `${COOKIE}=${token}; Path=/auth/v1; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`,
      );
    },
  };
}
