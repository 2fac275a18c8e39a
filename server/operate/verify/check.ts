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

/** The result of checking one row. */
export interface Outcome {
  findings: Omit<Finding, 'check' | 'key'>[];
  /** Decrypted bytes that were read. */
  bytes: number;
}

/** A check of one kind of row, in the order of its key. */
export interface RowCheck<Row extends KeyedRow = KeyedRow> {
  name: string;
  /** Sorts before every key. */
  first: string;
  /** Returns the next rows after a key or, with `only`, the row with that key. */
  rows(where: { after: string; limit: number } | { only: string }): Promise<Row[]>;
  /** Rejects only if the database or the whole store is unavailable. */
  check(row: Row, read: ReadOptions): Promise<Outcome>;
  /** The page size. */
  limit: number;
}

export interface KeyedRow {
  key: string;
}

export interface ReadOptions {
  /** Awaited after each chunk of decrypted bytes. */
  pace(bytes: number): Promise<void>;
  signal?: AbortSignal | undefined;
}

export const FIRST_UUID = '00000000-0000-0000-0000-000000000000';

export const NO_FINDINGS: Outcome = { findings: [], bytes: 0 };

/** The SQL condition and values for a page, or for one row. */
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

/** SQL: the client with that id, as shown in findings. */
export const clientSql = (id: string): string => `(
  select jsonb_build_object('id', c.id, 'email', coalesce(c.email, ''),
    'name', coalesce(nullif(trim(concat(p.first_name, ' ', p.last_name)), ''), c.email, ''))
  from auth.users c left join public.user_profiles p on p.user_id = c.id where c.id = ${id}
)`;
