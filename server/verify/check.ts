import type { Database } from '#server/database/database.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import type { Finding } from './finding.ts';

export interface VerifyDeps {
  database: Pick<Database, 'query'>;
  /** Only read. */
  store: Pick<BlobStore, 'get' | 'list' | 'probe'>;
  sealer: Sealer;
}

/** What was checked, and the problems found. */
export interface Outcome {
  findings: Omit<Finding, 'check' | 'key'>[];
  /** Clear bytes that were read. */
  bytes: number;
}

/** One kind of row, walked in the order of its key. */
export interface RowCheck<Row extends Keyed = Keyed> {
  name: string;
  /** Less than every key. */
  first: string;
  /** The next rows after a key; with `only` the row of that key, if it is there. */
  rows(where: { after: string; limit: number } | { only: string }): Promise<Row[]>;
  /** Rejects only if nothing can be said: the database or the whole store is away. */
  check(row: Row, read: Reading): Promise<Outcome>;
  /** How many rows to hold at a time. */
  limit: number;
}

export interface Keyed {
  key: string;
}

export interface Reading {
  /** Awaited for each piece of clear bytes. */
  pace(bytes: number): Promise<void>;
  signal?: AbortSignal | undefined;
}

export const FIRST_UUID = '00000000-0000-0000-0000-000000000000';

export const sound: Outcome = { findings: [], bytes: 0 };

/** The condition, and its value, for a walk by key or for one row. */
export function keyset(
  key: string,
  type: string,
  where: { after: string; limit: number } | { only: string },
): { condition: string; tail: string; values: unknown[] } {
  return 'only' in where
    ? { condition: `${key} = $1::${type}`, tail: '', values: [where.only] }
    : {
        condition: `${key} > $1::${type}`,
        tail: `order by ${key} limit ${where.limit}`,
        values: [where.after],
      };
}

/** SQL: the client with that id, as findings name one. */
export const clientOf = (id: string): string => `(
  select jsonb_build_object('id', c.id, 'email', c.email,
    'name', coalesce(nullif(trim(concat(p.first_name, ' ', p.last_name)), ''), c.email))
  from auth.users c left join public.user_profiles p on p.user_id = c.id where c.id = ${id}
)`;
