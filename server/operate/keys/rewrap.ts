import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import { type Database, sqlState } from '#server/database/database.ts';
import { type KeyedQuery, type KeyedRow, readRows } from '#server/operate/verify/check.ts';
import {
  BLOB_KEYS,
  openSealed,
  SEALED_VALUES,
  type SealedColumn,
  type SealedRow,
  sealedRows,
} from '#server/operate/verify/sealed-columns.ts';
import type { KeyRing } from '#server/sealing/key-ring.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { createBinding, type Named } from '#server/storage/blobs/binding.ts';

export interface Rewrapped {
  /** Values that were resealed with the current key. */
  changed: number;
  /** Values that were locked or changed, left for the next pass. */
  left: number;
  /** Values that no known key opens. `portal verify` lists them. */
  broken: number;
}

interface Deps {
  database: Database;
  keyRing: KeyRing;
  /** Called after each page. */
  onProgress?(soFar: Rewrapped): void;
}

const PAGE = 200;
/** Smaller pages: their triggers check every row, and people wait for the rows. */
const OBJECTS_PAGE = 50;
/** Shorter than PostgreSQL's deadlock timeout of a second, so that this gives way first. */
const LOCK_TIMEOUT = '400ms';
const RETRY_STATES = new Set(['55P03', '40P01', '40001']);

interface Change {
  key: string;
  old: Buffer | string;
  new: Buffer | string;
}

/**
 * Runs one pass over everything that the master key seals. Reseals values that only a previous key opens, and leaves
 * all others alone, so an interrupted pass can be repeated. The portal may be in use: a value is replaced only if it is
 * unchanged.
 */
export async function rewrapAll(deps: Deps): Promise<Rewrapped> {
  const total: Rewrapped = { changed: 0, left: 0, broken: 0 };
  for (const column of [...SEALED_VALUES, BLOB_KEYS]) {
    const target = { ...column, type: 'bytea' };
    const rows: KeyedQuery = { ...sealedRows(column), limit: PAGE };
    await rewrapPages<SealedRow>(deps, total, rows, target, (row) => {
      const sealed = newSeal(column, row, deps.keyRing.currentSealer(), deps.keyRing.sealer);
      if (sealed === undefined || sealed === 'broken') return sealed;
      return { key: row.key, old: row.sealed, new: sealed };
    });
  }
  for (const { table, select } of BOUND) {
    const target = { table, column: 'version', key: 'id', keyType: 'uuid', type: 'text', where: 'true' };
    const rows: KeyedQuery = { select, key: 't.id', limit: OBJECTS_PAGE };
    await rewrapPages<BoundRow>(deps, total, rows, target, (row) => newVersion(deps, row));
  }
  return total;
}

interface Target {
  table: string;
  column: string;
  key: string;
  keyType: string;
  type: string;
  where: string;
}

/** `changeOf` returns undefined for a row that stays as it is. */
async function rewrapPages<Row extends KeyedRow>(
  { database, onProgress }: Deps,
  total: Rewrapped,
  query: KeyedQuery,
  target: Target,
  changeOf: (row: Row) => Change | 'broken' | undefined,
): Promise<void> {
  for (let after: string | undefined; ; ) {
    const rows = await readRows<Row>(database, query, { after });
    const found = rows.map(changeOf).filter((one) => one !== undefined);
    const changes = found.filter((one) => one !== 'broken');
    const changed = await replace(database, target, changes);
    total.changed += changed;
    total.left += changes.length - changed;
    total.broken += found.length - changes.length;
    onProgress?.(total);
    after = rows.at(-1)?.key ?? after;
    if (rows.length < query.limit) return;
  }
}

/** The new seal; undefined if none is needed. */
function newSeal(
  column: SealedColumn,
  row: SealedRow,
  current: Sealer,
  any: Sealer,
): Buffer | 'broken' | undefined {
  // A piece that no upload names: nothing depends on it, and its place is unknown.
  if (column.places(row).length === 0 || openSealed(column, row, current)) return undefined;
  const found = openSealed(column, row, any);
  return found ? current.seal(found.opened, found.place) : 'broken';
}

/** A document is bound to its blob by an empty seal in its version. */
const BOUND = [
  {
    table: 'storage.objects',
    select: `select t.id as key, t.bucket_id, t.name, t.version, t.blob_id, b.size
      from storage.objects t join storage.blobs b on b.id = t.blob_id`,
  },
  {
    table: 'public.trashed_documents',
    select: `select t.id as key, '${DOCUMENTS_BUCKET}' as bucket_id, t.owner_id || '/' || t.path as name, t.version,
        t.blob_id, b.size
      from public.trashed_documents t join storage.blobs b on b.id = t.blob_id`,
  },
];

type BoundRow = KeyedRow & Named & { size: string | null };

function newVersion({ keyRing }: Deps, row: BoundRow): Change | 'broken' | undefined {
  const [current, any] = [createBinding(keyRing.currentSealer()), createBinding(keyRing.sealer)];
  const size = Number(row.size ?? 0);
  if (current.holds(row, size)) return undefined;
  if (!any.holds(row, size)) return 'broken';
  return { key: row.key, old: row.version, new: current.renewed(row, size) };
}

/** Replaces values that are unchanged and not locked. Returns their number. */
async function replace(database: Database, target: Target, changes: Change[]): Promise<number> {
  if (changes.length === 0) return 0;
  const { table, column, key, keyType, type, where } = target;
  try {
    return await database.asOwner(async (tx) => {
      await tx.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      const { rowCount } = await tx.query(
        `with changes as (
           select * from unnest($1::${keyType}[], $2::${type}[], $3::${type}[]) as c (key, old, new)
         ), held as (
           select t.ctid, c.new from ${table} t join changes c on t.${key} = c.key and t.${column} = c.old
           where ${where} for update of t skip locked
         )
         update ${table} t set ${column} = h.new from held h where t.ctid = h.ctid`,
        [changes.map((one) => one.key), changes.map((one) => one.old), changes.map((one) => one.new)],
      );
      return rowCount;
    });
  } catch (error) {
    if (RETRY_STATES.has(sqlState(error) ?? '')) return 0;
    throw error;
  }
}
