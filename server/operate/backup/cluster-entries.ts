import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BaseBackup, BaseBackupEnd } from '#server/database/base-backup.ts';
import { clusterFiles, openClusterFile } from '#server/database/embedded/cluster-files.ts';
import type { Entry } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { singleChunk } from './manifest.ts';
import { segmentsBetween } from './wal/wal-names.ts';

/** The folders in the archive of a cluster. */
export const ARCHIVE_FOLDERS = { cluster: 'cluster/', wal: 'wal/', keys: 'keys/' };

/** The secrets that a restored portal needs. The encryption key is never backed up. */
const BACKED_UP_KEYS = ['secret.key', 'postgres-administrator.password', 'postgres-owner.password'];

/** What is known of the cluster once its entries were read. */
export interface ClusterEnd extends BaseBackupEnd {
  /** Empty folders. */
  folders: string[];
}

/** The contents of a base backup, in order: the files, the label, the WAL from start to stop, the keys. */
export async function* clusterEntries(
  base: BaseBackup,
  dataDir: string,
  /** Called between the files of the cluster and the end of the backup mode. */
  beforeStop: () => Promise<void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Entry, ClusterEnd> {
  const { files, folders } = await clusterFiles(base.cluster);
  for (const path of files) {
    signal?.throwIfAborted();
    const entry = await entryOf(ARCHIVE_FOLDERS.cluster, base.cluster, path);
    if (entry) yield entry;
  }
  await beforeStop();
  const end = await base.stop();
  yield { path: `${ARCHIVE_FOLDERS.cluster}backup_label`, bytes: singleChunk(end.label) };
  if (end.tablespaceMap !== '') {
    yield { path: `${ARCHIVE_FOLDERS.cluster}tablespace_map`, bytes: singleChunk(end.tablespaceMap) };
  }
  const wal = join(base.cluster, 'pg_wal');
  const histories = (await readdir(wal)).filter((name) => name.endsWith('.history'));
  for (const name of [...histories, ...segmentsBetween(end.firstWal, end.lastWal)]) {
    const entry = await entryOf(ARCHIVE_FOLDERS.wal, wal, name);
    if (!entry) throw new BackupError(`PostgreSQL removed ${name} while the backup needed it.`);
    yield entry;
  }
  yield* keyEntries(dataDir);
  return { ...end, folders };
}

/** The keys in a data folder. The operator backs up keys that come from the environment. */
export async function* keyEntries(dataDir: string): AsyncGenerator<Entry> {
  for (const name of BACKED_UP_KEYS) {
    const entry = await entryOf(ARCHIVE_FOLDERS.keys, join(dataDir, 'keys'), name);
    if (entry) yield entry;
  }
}

/** A file below a folder; undefined if it is gone. If it can't be read, that is no failure of the backup place. */
async function entryOf(archived: string, folder: string, path: string): Promise<Entry | undefined> {
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
