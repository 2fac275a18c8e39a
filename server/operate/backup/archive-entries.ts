import { join } from 'node:path';
import { openClusterFile } from '#server/database/embedded/cluster-files.ts';
import type { Entry } from './archive.ts';
import { BackupError } from './backup-error.ts';

/** The folders in the archive of a cluster, or of tables. */
export const ARCHIVE_FOLDERS = { cluster: 'cluster/', wal: 'wal/', tables: 'tables/', keys: 'keys/' };

/** The secrets that a restored portal needs. The encryption key is never backed up. */
const BACKED_UP_KEYS = ['secret.key', 'postgres-administrator.password', 'postgres-owner.password'];

/** The keys in a data folder. The operator backs up keys that come from the environment. */
export async function* keyEntries(dataDir: string): AsyncGenerator<Entry> {
  for (const name of BACKED_UP_KEYS) {
    const entry = await entryOf(ARCHIVE_FOLDERS.keys, join(dataDir, 'keys'), name);
    if (entry) yield entry;
  }
}

/** A file below a folder; undefined if it is gone. If it can't be read, that is no failure of the backup place. */
export async function entryOf(archived: string, folder: string, path: string): Promise<Entry | undefined> {
  const fail = (cause: NodeJS.ErrnoException) => {
    throw new BackupError(`${path} of the data can't be read (${cause.code ?? cause.message}).`, { cause });
  };
  const bytes = await openClusterFile(join(folder, path)).catch(fail);
  if (bytes === undefined) return undefined;
  const explained = async function* () {
    try {
      yield* bytes;
    } catch (error) {
      fail(error as Error);
    }
  };
  return { path: archived + path, bytes: explained() };
}
