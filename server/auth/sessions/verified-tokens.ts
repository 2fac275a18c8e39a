import { hash } from 'node:crypto';
import type { Claims } from '#server/database/database.ts';

/** Claims whose token was verified in this process. Whether the session still exists is checked with each request. */
export interface VerifiedTokens {
  /** The claims of a token that was kept, even if it has expired since; undefined for all others. */
  find(token: string): Readonly<Claims> | undefined;
  /** Keeps the claims of a token whose signature was just verified. */
  keep(token: string, claims: Claims): void;
}

/** @param limit How many are kept; the least recently used one makes room. */
export function createVerifiedTokens(limit: number): VerifiedTokens {
  // By the hash of the whole token, so that memory holds nothing to sign in with. A map keeps the order of insertion.
  const kept = new Map<string, Readonly<Claims>>();
  const keyOf = (token: string) => hash('sha256', token, 'base64');
  return {
    find(token) {
      const key = keyOf(token);
      const claims = kept.get(key);
      if (!claims) return undefined;
      kept.delete(key);
      kept.set(key, claims);
      return claims;
    },
    keep(token, claims) {
      const [oldest] = kept.keys();
      if (kept.size >= limit && oldest !== undefined) kept.delete(oldest);
      kept.set(keyOf(token), Object.freeze(claims));
    },
  };
}
