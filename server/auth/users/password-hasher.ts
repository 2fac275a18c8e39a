import { randomBytes } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import * as bcrypt from '@node-rs/bcrypt';
import { normalizeWithin } from '#domain/text/unicode.ts';
import { createTurns } from '#server/http/load/turns.ts';
import { MAX_PASSWORD_LENGTH } from './password-rule.ts';

/** OWASP's advice for Argon2id: 19 MiB, two passes. The library's default is Argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Each takes 19 MiB, and a processor for some ten milliseconds, on the threads that also read files: two of the four
 * stay free for those. A request that would wait for more than a second or two is told to come back later.
 */
const MAX_CONCURRENT = 2;
const MAX_QUEUED = 40;

/** Both throw `TooManyRequestsError` while too many others wait. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one; without a hash (nobody of that name, or no password) it is not, and takes
   * as long to say so.
   */
  verify(password: string, hashed: string | null | undefined): Promise<boolean>;
}

/** Argon2id, and bcrypt for the people who were imported from elsewhere. */
export async function createPasswordHasher(): Promise<PasswordHasher> {
  const turns = createTurns(MAX_CONCURRENT, MAX_QUEUED);
  const hash = (password: string) => turns.take(() => argon2.hash(normal(password), COST));
  const dummyHash = await hash(randomBytes(24).toString('base64'));
  return {
    hash,
    verify: (password, hashed) =>
      turns.take(async () => {
        if (hashed && isImported(hashed)) return bcrypt.verify(password, hashed);
        const same = await argon2.verify(hashed || dummyHash, normal(password));
        return same && Boolean(hashed);
      }),
  };
}

/** Such a hash is replaced by one of ours as soon as the password is known, at the next sign-in. */
export function isImported(hashed: string): boolean {
  return hashed.startsWith('$2');
}

/** The same letters typed on a phone and on a PC are the same password, even if they differ in bytes. */
function normal(password: string): string {
  return normalizeWithin(password, 2 * MAX_PASSWORD_LENGTH, 'NFKC') ?? password;
}
