import { createHash } from 'node:crypto';
import type { Database } from '#server/database/database.ts';
import { NETWORKS_PER_SITE, networkOf, siteOf } from '../address.ts';
import { TooManyRequestsError } from './errors.ts';

/** A token bucket: holds this many points, and refills evenly within this many seconds. */
export interface Budget {
  points: number;
  seconds: number;
}

/** The bucket of one rule for one person, account, or address. */
export interface TokenBucket extends Budget {
  /** The rule's name and what it counts. Only the hash is stored. */
  key: readonly string[];
}

/** Stored in the database, so that all servers share them. */
export function createTokenBuckets(database: Pick<Database, 'run'>) {
  return {
    /**
     * Takes one point from each bucket. Throws `TooManyRequestsError` if one is empty, and then takes none, so that a
     * rejected request costs nothing. Returns a function that gives the points back.
     */
    take: async (buckets: readonly TokenBucket[]): Promise<() => Promise<void>> => {
      const values = [
        buckets.map(({ key }) => createHash('sha256').update(JSON.stringify(key)).digest()),
        buckets.map(({ points }) => points),
        buckets.map(({ seconds }) => seconds),
      ];
      const { rows } = await database.run<{ wait: number }>({
        prepared: true,
        text: 'select nutmeg.take_tokens($1, $2, $3) as wait',
        values,
      });
      const wait = rows[0]?.wait ?? 0;
      if (wait > 0) throw new TooManyRequestsError(wait);
      return async () => {
        await database.run({
          prepared: true,
          text: 'select nutmeg.refund_tokens($1, $2, $3)',
          values,
        });
      };
    },
  };
}

export type TokenBuckets = ReturnType<typeof createTokenBuckets>;

/**
 * The buckets for the address of a request: one for its network and, for IPv6, one with four times the budget for its
 * site. Otherwise the holder of a /48 would have 65,536 budgets.
 */
export function bucketsForAddress(
  key: readonly string[],
  ip: string,
  { points, seconds }: Budget,
): TokenBucket[] {
  const site = siteOf(ip);
  return [
    { key: [...key, networkOf(ip) ?? ''], points, seconds },
    ...(site === undefined ? [] : [{ key: [...key, site], points: points * NETWORKS_PER_SITE, seconds }]),
  ];
}

/** A full bucket needs no row. */
export const BUCKET_SWEEPS = ['delete from nutmeg.buckets where full_at < now()'];

/** For `RATE_LIMITS=off`. */
export const unlimitedBuckets: TokenBuckets = { take: async () => async () => undefined };
