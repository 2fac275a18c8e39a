import { type Database, sqlState } from '#server/database/database.ts';
import type { KeyRing } from '#server/sealing/key-ring.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { createBinding, isUnbound, type Named } from '#server/storage/blobs/binding.ts';
import { FIRST_UUID } from '#server/verify/check.ts';
import {
  BLOB_KEYS,
  openSealed,
  SEALED_VALUES,
  type SealedColumn,
  type SealedRow,
  sealedRows,
} from '#server/verify/sealed-columns.ts';

export interface Rewrapped {
  /** Values that are sealed with the present key now, and were not before. */
  changed: number;
  /** Locked or changed in the meantime: left to the next pass. */
  left: number;
  /** Open with no key that is known. `portal verify` names them. */
  broken: number;
}

interface Parts {
  database: Database;
  keyRing: KeyRing;
  /** Called after each page. */
  onProgress?(soFar: Rewrapped): void;
}

const PAGE = 200;
/** Their triggers look at every row, and people wait for the rows: a few at a time. */
const OBJECTS_PAGE = 50;
/** PostgreSQL looks for deadlocks after a second; until then we have given way, and whoever waited for us goes on. */
const LOCK_TIMEOUT = '400ms';
const GIVES_WAY = new Set(['55P03', '40P01', '40001']);

interface Change {
  key: string;
  old: Buffer | string;
  new: Buffer | string;
}

/**
 * One pass over everything that the master key seals. What opens with a previous key only is sealed anew with the
 * present one; all else is left alone, so that a pass that was killed is simply begun again. People may read and write
 * meanwhile: a value is replaced only if it is still what was read.
 */
export async function rewrapAll(parts: Parts): Promise<Rewrapped> {
  const total: Rewrapped = { changed: 0, left: 0, broken: 0 };
  for (const column of [...SEALED_VALUES, BLOB_KEYS]) {
    await rewrapPages(parts, total, {
      first: column.first,
      limit: PAGE,
      read: (after) => readColumn(parts, column, after),
      target: { ...column, type: 'bytea', where: column.where },
    });
  }
  for (const source of BOUND) {
    await rewrapPages(parts, total, {
      first: FIRST_UUID,
      limit: OBJECTS_PAGE,
      read: (after) => readBound(parts, source, after),
      target: { ...source, column: 'version', key: 'id', keyType: 'uuid', type: 'text', where: 'true' },
    });
  }
  return total;
}

interface Page {
  keys: string[];
  changes: Change[];
  broken: number;
}

interface Walk {
  first: string;
  limit: number;
  read(after: string): Promise<Page>;
  target: { table: string; column: string; key: string; keyType: string; type: string; where: string };
}

async function rewrapPages(
  { database, onProgress }: Parts,
  total: Rewrapped,
  { first, limit, read, target }: Walk,
): Promise<void> {
  for (let after = first; ; ) {
    const { keys, changes, broken } = await read(after);
    const changed = await replace(database, target, changes);
    total.changed += changed;
    total.left += changes.length - changed;
    total.broken += broken;
    onProgress?.(total);
    after = keys.at(-1) ?? after;
    if (keys.length < limit) return;
  }
}

async function readColumn({ database, keyRing }: Parts, column: SealedColumn, after: string): Promise<Page> {
  const { rows } = await database.query<SealedRow>(sealedRows(column, 'after'), [after, PAGE]);
  const present = keyRing.currentSealer();
  const page: Page = { keys: rows.map(({ key }) => key), changes: [], broken: 0 };
  for (const row of rows) {
    const found = needed(column, row, present, keyRing.sealer);
    if (found === 'broken') page.broken += 1;
    else if (found) page.changes.push({ key: row.key, old: row.sealed, new: found });
  }
  return page;
}

/** The new seal; undefined where none is needed. */
function needed(
  column: SealedColumn,
  row: SealedRow,
  present: Sealer,
  any: Sealer,
): Buffer | 'broken' | undefined {
  // A piece that no upload names: nothing depends on it, and where it belongs can't be told.
  if (column.places(row).length === 0 || openSealed(column, row, present)) return undefined;
  const found = openSealed(column, row, any);
  return found ? present.seal(found.opened, found.place) : 'broken';
}

interface BoundSource {
  table: string;
  select: string;
}

/** Documents are bound to their blobs by a seal of nothing, which is part of the version. */
const BOUND: readonly BoundSource[] = [
  {
    table: 'storage.objects',
    select: `select t.id as key, t.bucket_id, t.name, t.version, t.blob_id, b.size
      from storage.objects t join storage.blobs b on b.id = t.blob_id`,
  },
  {
    table: 'public.trashed_documents',
    select: `select t.id as key, 'user-documents' as bucket_id, t.owner_id || '/' || t.path as name, t.version,
        t.blob_id, b.size
      from public.trashed_documents t join storage.blobs b on b.id = t.blob_id`,
  },
];

async function readBound(
  { database, keyRing }: Parts,
  { select }: BoundSource,
  after: string,
): Promise<Page> {
  const { rows } = await database.query<Named & { key: string; size: string | null }>(
    `${select} where t.id > $1::uuid order by t.id limit ${OBJECTS_PAGE}`,
    [after],
  );
  const [present, any] = [createBinding(keyRing.currentSealer()), createBinding(keyRing.sealer)];
  const page: Page = { keys: rows.map(({ key }) => key), changes: [], broken: 0 };
  for (const row of rows) {
    const size = Number(row.size ?? 0);
    if (isUnbound(row.version) || present.holds(row, size)) continue;
    if (!any.holds(row, size)) {
      page.broken += 1;
      continue;
    }
    const [id = ''] = row.version.split('.', 1);
    page.changes.push({
      key: row.key,
      old: row.version,
      new: present.completed({ ...row, version: id }, size),
    });
  }
  return page;
}

/** Replaces values that are unchanged and not locked. Returns their number. */
async function replace(database: Database, target: Walk['target'], changes: Change[]): Promise<number> {
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
    if (GIVES_WAY.has(sqlState(error) ?? '')) return 0;
    throw error;
  }
}
