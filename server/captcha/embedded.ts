import { createHmac } from 'node:crypto';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { createSemaphore } from '#server/http/load/semaphore.ts';
import type { Secrets } from '#server/sealing/derived-key.ts';
import type { CaptchaProvider } from './provider.ts';

const ALGORITHM = 'PBKDF2/SHA-256';
/** About a million rounds of SHA-256: half a second on a phone, but expensive for mass abuse. */
const COST = 5_000;
const COUNTER = { min: 100, max: 300 };
const MINUTES = 10;
/** Creating a challenge takes milliseconds on libuv's threads, which also read files. Uses two of the usual four. */
const MAX_CONCURRENT = 2;
const MAX_QUEUED = 100;

const hex = z.string().regex(/^[0-9a-f]{2,128}$/);
/** Only what `challenge` returns, so that no unexpected input reaches the library. */
const payload = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal(ALGORITHM),
      nonce: hex,
      salt: hex,
      cost: z.literal(COST),
      keyLength: z.literal(32),
      keyPrefix: hex,
      keySignature: hex,
      expiresAt: z.int(),
      data: z.strictObject({ action: z.string() }),
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.int(), derivedKey: hex }),
});

/** The built-in captcha: ALTCHA proof of work. No third party is involved. */
export function createEmbeddedCaptcha(secrets: Secrets): CaptchaProvider {
  const semaphore = createSemaphore(MAX_CONCURRENT, MAX_QUEUED);
  return {
    challenge: (action) =>
      semaphore.take(async () => ({
        provider: 'embedded',
        challenge: await createChallenge({
          algorithm: ALGORITHM,
          cost: COST,
          counter: randomInt(COUNTER.max, COUNTER.min),
          deriveKey,
          data: { action },
          expiresAt: new Date(Date.now() + MINUTES * 60_000),
          ...subkeys(secrets()[0]),
        }),
      })),
    check: async (token) => {
      const read = payload.safeParse(decoded(token));
      if (!read.success) return undefined;
      const { challenge, solution } = read.data;
      const isSolved = async (secret: Buffer) =>
        (await verifySolution({ challenge, solution, deriveKey, ...subkeys(secret) })).verified;
      const verified = await semaphore.take(async () => {
        for (const secret of secrets()) if (await isSolved(secret)) return true;
        return false;
      });
      if (!verified) return undefined;
      // The id makes the pass, so a challenge gives one pass even if its solution is sent again after a lost response.
      const id = challenge.signature.slice(0, 32);
      return { score: 1, action: challenge.parameters.data.action, id };
    },
  };
}

function subkeys(secret: Buffer) {
  return {
    hmacSignatureSecret: subkey(secret, 'challenge'),
    // Allows checking a solution without repeating the work.
    hmacKeySignatureSecret: subkey(secret, 'answer'),
  };
}

function subkey(secret: Buffer, use: string): string {
  return createHmac('sha256', secret).update(use).digest('hex');
}

function decoded(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
