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
    const bytes = await reading(path, () => openClusterFile(join(base.cluster, path)));
    if (bytes) yield { path: ARCHIVE_FOLDERS.cluster + path, bytes: explained(path, bytes) };
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
    const bytes = await reading(name, () => openClusterFile(join(wal, name)));
    if (bytes === undefined) throw new BackupError(`PostgreSQL removed ${name} while the backup needed it.`);
    yield { path: ARCHIVE_FOLDERS.wal + name, bytes: explained(name, bytes) };
  }
  yield* keyEntries(dataDir);
  return { ...end, folders };
}

/** The keys in a data folder. The operator backs up keys that come from the environment. */
export async function* keyEntries(dataDir: string): AsyncGenerator<Entry> {
  for (const name of BACKED_UP_KEYS) {
    const bytes = await reading(name, () => openClusterFile(join(dataDir, 'keys', name)));
    if (bytes) yield { path: ARCHIVE_FOLDERS.keys + name, bytes: explained(name, bytes) };
  }
}

async function* explained(path: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Distinguishes an unreadable source file from a failure of the backup place. */
async function reading<T>(path: string, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw unreadable(path, error);
  });
}

function unreadable(path: string, cause: unknown): BackupError {
  const { code, message } = cause as NodeJS.ErrnoException;
  return new BackupError(`${path} of the data can't be read (${code ?? message}).`, { cause });
}
