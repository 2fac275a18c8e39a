import { timingSafeEqual } from 'node:crypto';

/** Whether a secret is the expected one, in a time that tells nothing but the length. */
export function isSameSecret(given: string, expected: string | Buffer): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
