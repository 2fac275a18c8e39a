import { createHash, randomBytes, randomInt } from 'node:crypto';

/** By this prefix a link tells that it was asked for with a PKCE challenge. */
const PKCE_PREFIX = 'pkce_';
/**
 * Two more than authenticator apps show: these codes live for an hour, and can be guessed at thousands of accounts at
 * once.
 */
const CODE_DIGITS = 8;

/** The secret of a link in a mail, 256 bits. */
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

/** How a long random secret lies in the database. Plain SHA-256 is enough: there is nothing to guess. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
