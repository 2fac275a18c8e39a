import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase } from '#server/database/database.ts';
import { lockDataDir } from '#server/database/embedded/lock.ts';
import type { Log } from '#server/database/embedded/supervision.ts';
import { MIGRATIONS, migrate } from '#server/database/migrations/migrate.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { createFileStore } from '#server/storage/blobs/stores/file-store.ts';
import { openStore } from '#server/storage/blobs/stores/open-store.ts';
import { syncFolder } from '#server/storage/blobs/stores/sync-folder.ts';
import { BackupError } from '../backup-error.ts';
import { loadTables, saveTables } from '../make/logical-archive.ts';
import type { Manifest } from '../manifest.ts';
import type { SealedPlace } from '../place/sealed-place.ts';
import { bringUp } from './bring-up.ts';
import { restoreDocuments } from './restore-documents.ts';
import { removeScratch } from './scratch.ts';

interface Options {
  sealed: SealedPlace;
  manifest: Manifest;
  dataDir: string;
  /** Where the database goes, if not into `dataDir`. */
  databaseUrl: string | undefined;
  /** Where the documents go, if not into `dataDir`. */
  storageUrl: string | undefined;
  /** Kept under `dataDir`, if it is not in the environment. */
  keyToKeep: Buffer | undefined;
  follow: boolean;
  until: Date | undefined;
  log: Log;
  say(line: string): void;
  signal?: AbortSignal | undefined;
}

export interface Restored {
  documents: number;
  /** Documents that are not at the place, or not what was copied. */
  broken: string[];
}

/** Everything grows in here, and is moved to its place when it is complete. */
const STAGING = 'restoring';
const OURS = ['postgres', 'files', 'keys'];

/**
 * Makes a portal of a backup: database, documents and keys, ready to be started. A run that was cut off leaves nothing
 * that looks like a portal. Throws `BackupError`; where data is there already, before anything is written.
 */
export async function restorePortal(options: Options): Promise<Restored> {
  const { dataDir, databaseUrl, sealed, manifest, follow, until, log, say, signal } = options;
  await refuseData(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockDataDir(dataDir);
  const staging = join(dataDir, STAGING);
  try {
    if (databaseUrl !== undefined) await refuseRows(databaseUrl);
    await removeScratch(staging);
    await mkdir(staging, { mode: 0o711 });
    say('Restoring the database ...');
    const postgres = await bringUp({ sealed, manifest, dataDir: staging, follow, until, log, signal });
    let outcome: Restored;
    try {
      await migrate({ url: postgres.url, folder: MIGRATIONS });
      if (databaseUrl !== undefined) {
        say('Copying it into the database of DATABASE_URL ...');
        await loadTables(databaseUrl, await saveTables(postgres.url, join(staging, 'copy')));
      }
      outcome = await bringDocuments(options, databaseUrl ?? postgres.url, staging);
    } finally {
      await postgres.stop();
    }
    await settle(options, staging);
    return outcome;
  } finally {
    await removeScratch(staging);
    await unlock();
  }
}

async function bringDocuments(options: Options, url: string, staging: string): Promise<Restored> {
  const { sealed, manifest, storageUrl, say, signal } = options;
  say('Restoring the documents ...');
  const database = openDatabase({ url, timeZone: 'UTC', poolSize: 2, onIdleError: () => undefined });
  try {
    const store: BlobStore =
      storageUrl === undefined
        ? createFileStore(join(staging, 'files'))
        : await openStore(storageUrl, staging);
    const { restored, broken } = await restoreDocuments({ sealed, manifest, database, store, signal });
    await recordRestore(database, sealed, manifest);
    return { documents: restored, broken };
  } finally {
    await database.close();
  }
}

/** In its own data, the backup that was restored still runs. */
async function recordRestore(database: Database, { place }: SealedPlace, manifest: Manifest): Promise<void> {
  await database.query(
    `update nutmeg.backups set ended_at = $3, documents = $4
     where place = $1 and name = $2 and ended_at is null`,
    [place.label, manifest.name, manifest.endedAt, manifest.documents.count],
  );
}

/** Throws `BackupError` if there is a portal, or the rest of one. */
export async function refuseData(dataDir: string): Promise<void> {
  for (const name of OURS) {
    const entries = await readdir(join(dataDir, name)).catch(() => []);
    if (entries.length > 0) {
      throw new BackupError(
        `There is data in ${join(dataDir, name)}; a restore needs an empty DATA_DIR. Nothing was changed.`,
      );
    }
  }
}

async function refuseRows(url: string): Promise<void> {
  const database = openDatabase({ url, timeZone: 'UTC', poolSize: 1, onIdleError: () => undefined });
  try {
    const { rows } = await database.query<{ there: boolean }>(
      `select to_regclass('auth.users') is not null as there`,
    );
    if (!rows[0]?.there) return;
    const { rows: users } = await database.query('select from auth.users limit 1');
    if (users.length > 0) {
      throw new BackupError('There is data in the database of DATABASE_URL; a restore needs an empty one.');
    }
  } finally {
    await database.close();
  }
}

/** Moves what is complete into place, the database last, since a folder with a database counts as a data folder. */
async function settle({ dataDir, databaseUrl, keyToKeep }: Options, staging: string): Promise<void> {
  const keys = join(staging, 'keys');
  if (keyToKeep) {
    await writeFile(join(keys, 'encryption.key'), keyToKeep.toString('base64'), { mode: 0o600, flush: true });
  }
  await syncFolder(keys);
  const staged = new Set(await readdir(staging));
  for (const name of ['keys', 'files', ...(databaseUrl === undefined ? ['postgres'] : [])]) {
    if (!staged.has(name)) continue;
    await rm(join(dataDir, name), { recursive: true, force: true });
    await rename(join(staging, name), join(dataDir, name));
    await syncFolder(dataDir);
  }
}
