import { createHash } from 'node:crypto';
import type { Database } from '#server/database/database.ts';
import { NETWORKS_PER_SITE, networkOf, siteOf } from './address.ts';
import { TooManyRequestsError } from './errors.ts';

/** So many at once, and as many again in so many seconds, evenly. */
export interface Budget {
  points: number;
  seconds: number;
}

/** One count: a rule's, for somebody. */
export interface Bucket extends Budget {
  /** The rule's name and whom it counts; only its hash is kept. */
  of: readonly string[];
}

export interface Buckets {
  /**
   * Takes a drop from each in turn; throws `TooManyRequestsError` at the first that is empty, and then takes none: a
   * refused request costs nothing. Returns a function that gives the drops back.
   */
  take(buckets: readonly Bucket[]): Promise<() => Promise<void>>;
}

/** In the database, so that all servers share them. */
export function createBuckets(database: Pick<Database, 'query'>): Buckets {
  return {
    take: async (buckets) => {
      const taken: Bucket[] = [];
      const giveBack = async () => {
        for (const bucket of taken) {
          await database.query('select nutmeg.give_drop_back($1, $2, $3)', parameters(bucket));
        }
      };
      for (const bucket of buckets) {
        const { rows } = await database.query<{ wait: number }>(
          'select nutmeg.take_drop($1, $2, $3) as wait',
          parameters(bucket),
        );
        const wait = rows[0]?.wait ?? 0;
        if (wait > 0) {
          await giveBack();
          throw new TooManyRequestsError(wait);
        }
        taken.push(bucket);
      }
      return giveBack;
    },
  };
}

/**
 * A budget for where a request comes from: its network, and for IPv6 four times as much for the site around it.
 * Otherwise the holder of a /48 would have 65,536 budgets.
 */
export function bucketsOfOrigin(of: readonly string[], ip: string, { points, seconds }: Budget): Bucket[] {
  const site = siteOf(ip);
  return [
    { of: [...of, networkOf(ip) ?? ''], points, seconds },
    ...(site === undefined ? [] : [{ of: [...of, site], points: points * NETWORKS_PER_SITE, seconds }]),
  ];
}

/** A bucket that is full needs no row. */
export const BUCKET_SWEEPS = ['delete from nutmeg.buckets where full_at < now()'];

/** RATE_LIMITS=off. */
export const bottomlessBuckets: Buckets = { take: async () => async () => undefined };

function parameters({ of, points, seconds }: Bucket): unknown[] {
  return [createHash('sha256').update(JSON.stringify(of)).digest(), points, seconds];
}
