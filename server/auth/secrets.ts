import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Marks the token of a link that was requested with a PKCE challenge. */
const PKCE_PREFIX = 'pkce_';
/** Two more than an authenticator app: valid for an hour, they can be guessed for thousands of accounts at once. */
const CODE_DIGITS = 8;

/** For this long, a request is taken as the repetition of one whose answer was lost, and gets a fitting one. */
export const REPEATED_WITHIN = '10 minutes';

/** The secret in a mailed link: 256 random bits in hex. */
export function newLinkToken({ pkce }: { pkce: boolean }): string {
  return `${pkce ? PKCE_PREFIX : ''}${randomBytes(32).toString('hex')}`;
}

export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX);
}

export function newCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The form in which a random secret is stored. Plain SHA-256 is enough, since it can't be guessed. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
