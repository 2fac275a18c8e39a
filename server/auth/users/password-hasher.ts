import { randomBytes } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import * as bcrypt from '@node-rs/bcrypt';
import { maxPasswordLength } from '#domain/account/password.ts';
import { normalizeWithin } from '#domain/text/unicode.ts';
import { createSemaphore } from '#server/http/load/semaphore.ts';

/** OWASP's recommendation for Argon2id: 19 MiB, two passes. Argon2id is the library's default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Each hash takes 19 MiB and tens of milliseconds on libuv's threads, which also read files: two of the four stay free
 * for those. A request that would wait for more than a second or two is rejected.
 */
const MAX_CONCURRENT = 2;
const MAX_QUEUED = 40;

/** Argon2id; bcrypt only verifies the hashes of imported users. */
export async function createPasswordHasher() {
  const semaphore = createSemaphore(MAX_CONCURRENT, MAX_QUEUED);
  const hash = (password: string) => semaphore.take(() => argon2.hash(normalize(password), COST));
  const dummyHash = await hash(randomBytes(24).toString('base64'));
  return {
    hash,
    /** Whether the password is right. Without a hash (unknown user, or no password) it is false and takes the same time. */
    verify: (password: string, hashed: string | null | undefined): Promise<boolean> =>
      semaphore.take(async () => {
        if (hashed && isImported(hashed)) return bcrypt.verify(password, hashed);
        const same = await argon2.verify(hashed || dummyHash, normalize(password));
        return same && Boolean(hashed);
      }),
  };
}

/** Both methods throw `TooManyRequestsError` if too many requests are queued. */
export type PasswordHasher = Awaited<ReturnType<typeof createPasswordHasher>>;

/** Whether it is a bcrypt hash. The next sign-in replaces it with an Argon2id hash. */
export function isImported(hashed: string): boolean {
  return hashed.startsWith('$2');
}

/** Devices encode the same letters differently, so passwords are normalized before hashing. */
function normalize(password: string): string {
  return normalizeWithin(password, 2 * maxPasswordLength, 'NFKC') ?? password;
}
