import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/database/database.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';

/** The kind of damage: an identifier for the table, the metrics and the tests. */
export type FindingKind =
  /** The bytes were changed, truncated, or belong to another blob. */
  | 'broken'
  /** The store does not have the blob, or it never arrived. */
  | 'missing'
  /** The store can't read the blob, for example because of a bad sector. */
  | 'unreadable'
  /** A document's row names a blob that it was not stored with. */
  | 'binding'
  /** A sealed value does not open. */
  | 'seal'
  /** A row has no seal, though its answers are sealed. */
  | 'no seal'
  /** A seal or a list entry without a row. */
  | 'no row'
  /** Two rows about the same thing disagree. */
  | 'row'
  /** The store has a blob without a row. */
  | 'orphan';

/** Kinds of damage that make a document unreadable. */
export const UNREADABLE_KINDS: readonly FindingKind[] = ['broken', 'missing', 'unreadable', 'binding'];

/** Contains personal data: for the table `nutmeg.findings` and the terminal, never for a log. */
export interface Finding {
  /** The check that found it, and the key of the row. */
  check: string;
  key: string;
  kind: FindingKind;
  /** What is wrong, in one sentence. */
  what: string;
  /** The document's key in its bucket, or a description of the row. */
  path?: string | undefined;
  /** The email is empty for a client without a login. */
  client?: { id: string; name: string; email: string } | undefined;
}

export interface VerifyDeps {
  database: Pick<Database, 'query'>;
  /** Only read. */
  store: Pick<BlobStore, 'get' | 'list' | 'probe'>;
  sealer: Sealer;
}

export interface KeyedRow {
  key: string;
  /** By `clientSql`. */
  client?: Finding['client'] | null;
}

/** The type of a key in PostgreSQL, with what sorts before every key. */
const FIRST = { uuid: '00000000-0000-0000-0000-000000000000', bigint: '0', text: '' };

export const PAGE = 200;

/** The rows of a query in the order of their key. */
export interface KeyedQuery {
  /** SQL: all before the condition. Selects `key` as text. */
  select: string;
  where?: string;
  /** SQL. */
  key: string;
  /** Without it, a UUID. */
  keyType?: keyof typeof FIRST;
  /** The page size. */
  limit?: number;
}

/** A check of one kind of row. */
export interface RowCheck<Row extends KeyedRow = KeyedRow> extends KeyedQuery {
  name: string;
  /** Rejects only if the database or the whole store is unavailable. */
  check(row: Row, read: ReadOptions): Promise<Problem[]> | Problem[];
}

export type Problem = Pick<Finding, 'kind' | 'what' | 'path'>;

export interface ReadOptions {
  /** Awaited after each chunk of decrypted bytes. */
  pace(bytes: number): Promise<void>;
  signal?: AbortSignal | undefined;
}

/** The page after a key, the first page, or the row with a key. */
export async function readRows<Row extends KeyedRow>(
  database: Pick<Database, 'query'>,
  { select, where = 'true', key, keyType = 'uuid', limit = PAGE }: KeyedQuery,
  at: { after: string | undefined } | { only: string },
): Promise<Row[]> {
  const [is, value] = 'only' in at ? ['=', at.only] : ['>', at.after ?? FIRST[keyType]];
  const { rows } = await database.query<Row>(
    `${select} where ${where} and ${key} ${is} $1::${keyType} order by ${key} limit ${limit}`,
    [value],
  );
  return rows;
}

/** SQL: the client with that id, as shown in findings. */
export const clientSql = (id: string): string => `(
  select jsonb_build_object('id', c.id, 'email', coalesce(c.email, ''),
    'name', coalesce(nullif(trim(concat(p.first_name, ' ', p.last_name)), ''), c.email, ''))
  from auth.users c left join public.user_profiles p on p.user_id = c.id where c.id = ${id}
)`;

/** Timers for shorter waits cost more than they save. */
const LEAST_WAIT_MS = 50;
/** Limits the burst after an idle time. */
const BURST_MS = 1_000;

/** Limits the average reading speed, in bytes per second. Await the result per chunk; it rejects when aborted. */
export function createPace(
  bytesPerSecond: number,
  signal?: AbortSignal,
  {
    now = () => performance.now(),
    wait = pause as (ms: number, value?: undefined, options?: { signal?: AbortSignal }) => Promise<unknown>,
  } = {},
): (bytes: number) => Promise<void> {
  let due = now();
  return async (bytes) => {
    due = Math.max(due, now() - BURST_MS) + (bytes / bytesPerSecond) * 1000;
    const early = due - now();
    if (early < LEAST_WAIT_MS) return;
    await wait(early, undefined, signal === undefined ? {} : { signal });
  };
}
