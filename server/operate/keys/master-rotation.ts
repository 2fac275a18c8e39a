import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import { type Database, sqlState } from '#server/database/database.ts';
import { type KeyedQuery, type KeyedRow, PAGE, readRows } from '#server/operate/verify/check.ts';
import {
  BLOB_KEYS,
  openSealed,
  SEALED_VALUES,
  type SealedColumn,
  type SealedRow,
  sealedRows,
} from '#server/operate/verify/sealed-columns.ts';
import { type KeyRing, PREVIOUS_KEYS } from '#server/sealing/key-ring.ts';
import { ENCRYPTION_KEY_FILE, MASTER_KEY_BYTES } from '#server/sealing/master-key.ts';
import { replaceFile } from '#server/sealing/replace-file.ts';
import { syncFolder } from '#server/sealing/sync-folder.ts';
import { createBinding, type Named } from '#server/storage/blobs/binding.ts';
import { unlessGone } from '#server/unless-gone.ts';

/**
 * The steps of a master key rotation, all below `keys/`:
 *
 * 1. The current key is copied to `previous/FINGERPRINT.rotating`, so that it still opens what it sealed.
 * 2. A new key replaces `encryption.key`, by one rename. Every server on this folder uses it for the next value that it
 *    seals (`KeyRing`).
 * 3. Everything is resealed (`rewrapAll`). This can be interrupted and repeated.
 * 4. `previous/FINGERPRINT.rotating` is renamed to `previous/FINGERPRINT.key`. Older backups need it.
 */
const ROTATING = '.rotating';

const pathsOf = (dataDir: string) => {
  const folder = join(dataDir, 'keys');
  return { current: join(folder, ENCRYPTION_KEY_FILE), previous: join(folder, PREVIOUS_KEYS) };
};

/** The fingerprint of the key that is being replaced; undefined if no rotation was started. */
export async function findRotation(dataDir: string, keyRing: KeyRing): Promise<string | undefined> {
  const names = await readdir(pathsOf(dataDir).previous);
  const rotating = names.find((name) => name.endsWith(ROTATING))?.slice(0, -ROTATING.length);
  // Killed after the first step: the key is still the current one, so nothing has happened.
  return rotating === keyRing.fingerprint() ? undefined : rotating;
}

/** Steps 1 and 2. Returns the fingerprint of the old key. */
export async function beginRotation(dataDir: string, keyRing: KeyRing): Promise<string> {
  const { current, previous } = pathsOf(dataDir);
  const from = keyRing.fingerprint();
  await replaceFile(join(previous, from + ROTATING), await readFile(current, 'utf8'));
  await replaceFile(current, randomBytes(MASTER_KEY_BYTES).toString('base64'));
  return from;
}

/** Step 4. */
export async function endRotation(dataDir: string, from: string): Promise<void> {
  const { previous } = pathsOf(dataDir);
  await rename(join(previous, from + ROTATING), join(previous, `${from}.key`));
  await syncFolder(previous);
}

/** The fingerprints of the previous keys. */
export async function listPreviousKeys(dataDir: string): Promise<string[]> {
  const names = await readdir(pathsOf(dataDir).previous).catch(unlessGone);
  return (names ?? []).filter((name) => name.endsWith('.key')).map((name) => name.slice(0, -'.key'.length));
}

export async function removePreviousKey(dataDir: string, fingerprint: string): Promise<void> {
  await rm(join(pathsOf(dataDir).previous, `${fingerprint}.key`));
}

/** Locked rows are left for the next pass. Locks are short. */
const PASS_PAUSE_MS = 500;
const MAX_PASSES = 1_000;

interface Deps {
  database: Database;
  keyRing: KeyRing;
  /** Called after each page. */
  onProgress?(changed: number): void;
}

/** Step 3: passes until one finds nothing: values sealed with the old key just before may come behind the first. */
export async function rewrapUntilDone(deps: Deps) {
  let changed = 0;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const done = await rewrapAll(deps, changed);
    if (done.changed === changed && done.left === 0) return done;
    changed = done.changed;
    await pause(PASS_PAUSE_MS);
  }
  throw new Error('some values are always being changed; run the command again');
}

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
async function rewrapAll(deps: Deps, changedBefore: number) {
  /** Of values: resealed with the current key; locked or changed, left for the next pass; opened by no known key. */
  const total = { changed: changedBefore, left: 0, broken: 0 };
  for (const column of [...SEALED_VALUES, BLOB_KEYS]) {
    const target = { ...column, type: 'bytea' };
    await rewrapPages<SealedRow>(deps, total, sealedRows(column), target, (row) =>
      newSeal(deps, column, row),
    );
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
  total: Awaited<ReturnType<typeof rewrapAll>>,
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
    onProgress?.(total.changed);
    after = rows.at(-1)?.key ?? after;
    if (rows.length < (query.limit ?? PAGE)) return;
  }
}

function newSeal({ keyRing }: Deps, column: SealedColumn, row: SealedRow): Change | 'broken' | undefined {
  const current = keyRing.currentSealer();
  // A piece that no upload names: nothing depends on it, and its place is unknown.
  if (column.places(row).length === 0 || openSealed(column, row, current)) return undefined;
  const found = openSealed(column, row, keyRing.sealer);
  if (!found) return 'broken';
  return { key: row.key, old: row.sealed, new: current.seal(found.opened, found.place) };
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
