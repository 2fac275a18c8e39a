import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lostConnection, openDatabase } from '#server/database/database.ts';
import { lockDataDir } from '#server/database/embedded/lock.ts';
import type { Log } from '#server/database/embedded/supervision.ts';
import { MIGRATIONS, migrate } from '#server/database/migrations/migrate.ts';
import { syncFolder } from '#server/sealing/sync-folder.ts';
import { createFileStore } from '#server/storage/blobs/stores/file-store.ts';
import { openStore } from '#server/storage/blobs/stores/open-store.ts';
import { BackupError } from '../backup-error.ts';
import { restoreDocuments } from '../documents.ts';
import { loadTables, saveTables } from '../make/logical-archive.ts';
import { recordRestore } from '../records.ts';
import { type RestoreDatabaseOptions, restoreDatabase } from './restore-database.ts';
import { removeScratchFolder } from './scratch.ts';

interface Options extends Omit<RestoreDatabaseOptions, 'reserve'> {
  /** The external database to restore into; undefined: into `dataDir`. */
  databaseUrl: string | undefined;
  /** The store to restore the documents into; undefined: into `dataDir`. */
  storageUrl: string | undefined;
  /** Written to `dataDir`; undefined if it is in the environment. */
  keyToSave: Buffer | undefined;
  print(line: string): void;
}

/** The restore is written here, and moved into place when it is complete. */
const STAGING = 'restoring';
/** The documents. A run that fails leaves them, so that the next one doesn't begin with the first. */
const STAGED_FILES = 'restoring-files';
const PORTAL_FOLDERS = ['postgres', 'files', 'keys'];

/**
 * Restores database, documents and keys to a portal that can be started. An interrupted run leaves nothing that looks
 * like a portal. Throws `BackupError`: if there is data already, before anything is written.
 */
export async function restorePortal(options: Options) {
  const { dataDir, databaseUrl, log, print } = options;
  await requireEmptyDataDir(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockDataDir(dataDir);
  const staging = join(dataDir, STAGING);
  try {
    if (databaseUrl !== undefined) await requireEmptyDatabase(databaseUrl, log);
    await removeScratchFolder(staging);
    await mkdir(staging, { mode: 0o711 });
    print('Restoring the database ...');
    const postgres = await restoreDatabase({ ...options, dataDir: staging, reserve: 0 });
    let outcome: Awaited<ReturnType<typeof restoreFiles>>;
    try {
      await migrate({ url: postgres.url, folder: MIGRATIONS });
      outcome = await restoreFiles(options, postgres.url);
      // Last, so that a run that fails before can be repeated: a restore needs an empty database.
      if (databaseUrl !== undefined) {
        print('Copying it into the database of DATABASE_URL ...');
        await loadTables(databaseUrl, await saveTables(postgres.url, join(staging, 'copy')));
      }
    } finally {
      await postgres.stop();
    }
    await moveIntoPlace(options, staging);
    return outcome;
  } finally {
    await removeScratchFolder(staging);
    await unlock();
  }
}

async function restoreFiles(options: Options, url: string) {
  const { sealed, manifest, dataDir, storageUrl, log, print, signal } = options;
  print('Restoring the documents ...');
  const onIdleError = lostConnection(log);
  const database = openDatabase({ url, poolSize: 2, onIdleError });
  try {
    const isStoreOurs = storageUrl === undefined;
    const store = isStoreOurs
      ? createFileStore(join(dataDir, STAGED_FILES))
      : await openStore(storageUrl, dataDir);
    const parts = { sealed, manifest, database, store, isStoreOurs, signal };
    const { restored, broken } = await restoreDocuments(parts);
    await recordRestore(database, sealed.place.label, manifest);
    return { documents: restored, broken };
  } finally {
    await database.close();
  }
}

/** Throws `BackupError` if there is a portal, or parts of one. */
export async function requireEmptyDataDir(dataDir: string): Promise<void> {
  for (const name of PORTAL_FOLDERS) {
    const entries = await readdir(join(dataDir, name)).catch(() => []);
    if (entries.length > 0) {
      throw new BackupError(
        `There is data in ${join(dataDir, name)}; a restore needs an empty DATA_DIR. Nothing was changed.`,
      );
    }
  }
}

async function requireEmptyDatabase(url: string, log: Log): Promise<void> {
  const onIdleError = lostConnection(log);
  const database = openDatabase({ url, poolSize: 1, onIdleError });
  try {
    const { rows } = await database.query<{ found: boolean }>(
      `select to_regclass('auth.users') is not null as found`,
    );
    if (!rows[0]?.found) return;
    const { rows: users } = await database.query('select from auth.users limit 1');
    if (users.length > 0) {
      throw new BackupError('There is data in the database of DATABASE_URL; a restore needs an empty one.');
    }
  } finally {
    await database.close();
  }
}

/** Moves the complete parts into place. The database is last, since a folder with a database counts as a data folder. */
async function moveIntoPlace(options: Options, staging: string): Promise<void> {
  const { dataDir, databaseUrl, storageUrl, keyToSave } = options;
  const keys = join(staging, 'keys');
  if (keyToSave) {
    await writeFile(join(keys, 'encryption.key'), keyToSave.toString('base64'), { mode: 0o600, flush: true });
  }
  await syncFolder(keys);
  const move = async (from: string, name: string) => {
    await rm(join(dataDir, name), { recursive: true, force: true });
    await rename(from, join(dataDir, name));
    await syncFolder(dataDir);
  };
  await move(keys, 'keys');
  if (storageUrl === undefined) await move(join(dataDir, STAGED_FILES), 'files');
  if (databaseUrl === undefined) await move(join(staging, 'postgres'), 'postgres');
}
