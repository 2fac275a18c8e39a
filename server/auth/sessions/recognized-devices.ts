import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, SignJWT } from 'jose';
import { z } from 'zod';
import type { Secrets } from '#server/sealing/derived-key.ts';
import { verifyJwtWithAny } from '#server/sealing/verify-jwt.ts';

/**
 * The devices on which somebody has signed in before, by a signed cookie. It opens nothing: it only shows that
 * this is no stranger, whom a stranger's failures need not slow down.
 */
export interface RecognizedDevices {
  /** The device's id, if this person has signed in on it; with `raised`, if the second factor was shown on it. */
  find(request: FastifyRequest, userId: string | undefined, level?: Level): Promise<string | undefined>;
  /** From now on it is one of the person's. */
  remember(request: FastifyRequest, reply: FastifyReply, userId: string, level?: Level): Promise<void>;
  /** The device's id, regardless of who uses it. A new device gets one. */
  identify(request: FastifyRequest, reply: FastifyReply): Promise<string>;
  /** The device's id, if it has one. */
  idOf(request: FastifyRequest): Promise<string | undefined>;
}

export type Level = 'signed in' | 'raised';

const COOKIE = 'nutmeg_device';
const ALGORITHM = 'HS256';
const AUDIENCE = 'known device';
/** As long as browsers keep a cookie. */
const SECONDS = 400 * 24 * 60 * 60;
/** A family's computer. */
const MAX_USERS = 8;

const claims = z.object({
  jti: z.string(),
  people: z.array(z.string()),
  /** Those who have shown a second factor on it. */
  raised: z.array(z.string()).default([]),
});
type DeviceClaims = z.output<typeof claims>;

interface Options {
  /** Derived from the master key, so that all servers agree on them. */
  secrets: Secrets;
  siteUrl: string;
}

export function createRecognizedDevices({ secrets, siteUrl }: Options): RecognizedDevices {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';

  const read = async ({ headers }: FastifyRequest) => {
    const cookie = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`).exec(headers.cookie ?? '')?.[1];
    if (cookie === undefined) return undefined;
    try {
      const { payload } = await verifyJwtWithAny(cookie, secrets, {
        algorithms: [ALGORITHM],
        audience: AUDIENCE,
      });
      return claims.parse(payload);
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  };

  const write = async (reply: FastifyReply, { jti, people, raised }: DeviceClaims) => {
    const token = await new SignJWT({ people, raised })
      .setProtectedHeader({ alg: ALGORITHM })
      .setAudience(AUDIENCE)
      .setJti(jti)
      .setExpirationTime(`${SECONDS}s`)
      .sign(secrets()[0]);
    reply.header(
      'set-cookie',
      `${COOKIE}=${token}; Path=/auth/v1; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`,
    );
  };

  const unknown = (): DeviceClaims => ({ jti: randomUUID(), people: [], raised: [] });

  return {
    find: async (request, userId, level = 'signed in') => {
      const device = await read(request);
      const people = level === 'raised' ? device?.raised : device?.people;
      return userId !== undefined && people?.includes(userId) ? device?.jti : undefined;
    },
    remember: async (request, reply, userId, level = 'signed in') => {
      const device = (await read(request)) ?? unknown();
      const people = withFirst(device.people, userId);
      const raised = level === 'raised' ? withFirst(device.raised, userId) : device.raised;
      await write(reply, { ...device, people, raised });
    },
    identify: async (request, reply) => {
      const known = await read(request);
      if (known) return known.jti;
      const device = unknown();
      await write(reply, device);
      return device.jti;
    },
    idOf: async (request) => (await read(request))?.jti,
  };
}

const withFirst = (people: readonly string[], userId: string) =>
  [userId, ...people.filter((id) => id !== userId)].slice(0, MAX_USERS);
