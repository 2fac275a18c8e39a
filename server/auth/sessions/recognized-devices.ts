import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, SignJWT } from 'jose';
import { z } from 'zod';
import { networkOf } from '#server/address.ts';
import type { Secrets } from '#server/sealing/derived-key.ts';
import { verifyJwtWithAny } from '#server/sealing/verify-jwt.ts';
import { hashSecret } from '../secrets.ts';

type Level = 'aal1' | 'aal2';

const COOKIE = 'nutmeg_device';
const ALGORITHM = 'HS256';
const AUDIENCE = 'known device';
/** Browsers keep cookies for at most 400 days. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;
/** Enough for a family's computer. */
const MAX_USERS = 8;

const claims = z.object({
  jti: z.string(),
  people: z.array(z.string()),
  /** The users who have verified a second factor on it. */
  raised: z.array(z.string()).default([]),
});
type DeviceClaims = z.output<typeof claims>;

/** The browser and network that request a mail or enter a code: wrong codes are counted for each. Hashes only. */
export interface ClientFingerprint {
  /** Undefined for clients that do not store cookies. */
  device: Buffer | undefined;
  network: Buffer;
}

interface Options {
  /** Derived from the master key, so that all servers use the same ones. */
  secrets: Secrets;
  siteUrl: string;
}

export function createRecognizedDevices({ secrets, siteUrl }: Options) {
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
      .setExpirationTime(`${MAX_AGE_SECONDS}s`)
      .sign(secrets()[0]);
    reply.header(
      'set-cookie',
      `${COOKIE}=${token}; Path=/auth/v1; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
    );
  };

  const newDevice = (): DeviceClaims => ({ jti: randomUUID(), people: [], raised: [] });

  return {
    /** The device's id, if the user has signed in on it; with `aal2`, if the second factor was verified on it. */
    find: async (
      request: FastifyRequest,
      userId: string | undefined,
      level: Level = 'aal1',
    ): Promise<string | undefined> => {
      const device = await read(request);
      const people = level === 'aal2' ? device?.raised : device?.people;
      return userId !== undefined && people?.includes(userId) ? device?.jti : undefined;
    },
    /** Adds the device to the user's recognized devices. */
    remember: async (
      request: FastifyRequest,
      reply: FastifyReply,
      userId: string,
      level: Level = 'aal1',
    ): Promise<void> => {
      const device = (await read(request)) ?? newDevice();
      const people = withFirst(device.people, userId);
      const raised = level === 'aal2' ? withFirst(device.raised, userId) : device.raised;
      await write(reply, { ...device, people, raised });
    },
    /** For a request that sends a mail. Sets the cookie, so that the browser is recognized when the code is entered. */
    issueFingerprint: async (request: FastifyRequest, reply: FastifyReply): Promise<ClientFingerprint> => {
      const existing = await read(request);
      const device = existing ?? newDevice();
      if (!existing) await write(reply, device);
      return fingerprint(request, device);
    },
    /** For a request that enters a code. */
    readFingerprint: async (request: FastifyRequest): Promise<ClientFingerprint> =>
      fingerprint(request, await read(request)),
  };
}

/**
 * Recognizes devices on which a user has signed in before, by a signed cookie. It gives no access. Rate limits use it so
 * that failed attempts from other devices don't block the owner.
 */
export type RecognizedDevices = ReturnType<typeof createRecognizedDevices>;

const fingerprint = ({ ip }: FastifyRequest, device: DeviceClaims | undefined): ClientFingerprint => ({
  device: device && hashSecret(`device:${device.jti}`),
  network: hashSecret(`network:${networkOf(ip) ?? ''}`),
});

const withFirst = (people: readonly string[], userId: string) =>
  [userId, ...people.filter((id) => id !== userId)].slice(0, MAX_USERS);
