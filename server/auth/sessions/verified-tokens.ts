import { hash } from 'node:crypto';
import type { Claims } from '#server/database/database.ts';

/** @param limit How many are kept; the least recently used one makes room. */
export function createVerifiedTokens(limit: number) {
  // By the hash of the whole token, so that memory holds nothing to sign in with. A map keeps the order of insertion.
  const kept = new Map<string, Readonly<Claims>>();
  const keyOf = (token: string) => hash('sha256', token, 'base64');
  return {
    /** The claims of a token that was kept, even if it has expired since; undefined for all others. */
    find(token: string): Readonly<Claims> | undefined {
      const key = keyOf(token);
      const claims = kept.get(key);
      if (!claims) return undefined;
      kept.delete(key);
      kept.set(key, claims);
      return claims;
    },
    /** Keeps the claims of a token whose signature was just verified. */
    keep(token: string, claims: Claims): void {
      const [oldest] = kept.keys();
      if (kept.size >= limit && oldest !== undefined) kept.delete(oldest);
      kept.set(keyOf(token), Object.freeze(claims));
    },
  };
}
