import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BaseBackup, BaseBackupEnd } from '#server/database/base-backup.ts';
import { clusterFiles, openClusterFile } from '#server/database/embedded/cluster-files.ts';
import type { Entry } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { once } from './manifest.ts';
import { segmentsBetween } from './wal/wal-names.ts';

/** Where things lie in the archive of a cluster. */
export const IN_ARCHIVE = { cluster: 'cluster/', wal: 'wal/', keys: 'keys/' };

/** The kept secrets that a restored portal needs. The encryption key is never among them. */
const KEPT_KEYS = ['secret.key', 'postgres-administrator.password', 'postgres-owner.password'];

interface Parts {
  base: BaseBackup;
  dataDir: string;
  /** Called between the files of the cluster and the end of the backup mode. */
  beforeStop(): Promise<void>;
  onStop(end: BaseBackupEnd): void;
  onFolders(folders: string[]): void;
  signal?: AbortSignal | undefined;
}

/** Everything of a base backup, in order: the files, the label, the WAL from start to stop, the kept keys. */
export async function* clusterEntries(parts: Parts): AsyncGenerator<Entry> {
  const { base, dataDir, beforeStop, onStop, onFolders, signal } = parts;
  const { files, folders } = await clusterFiles(base.cluster);
  onFolders(folders);
  for (const path of files) {
    signal?.throwIfAborted();
    const bytes = await reading(path, () => openClusterFile(join(base.cluster, path)));
    if (bytes) yield { path: IN_ARCHIVE.cluster + path, bytes: explained(path, bytes) };
  }
  await beforeStop();
  const end = await base.stop();
  onStop(end);
  yield { path: `${IN_ARCHIVE.cluster}backup_label`, bytes: once(end.label) };
  if (end.tablespaceMap !== '') {
    yield { path: `${IN_ARCHIVE.cluster}tablespace_map`, bytes: once(end.tablespaceMap) };
  }
  const wal = join(base.cluster, 'pg_wal');
  const histories = (await readdir(wal)).filter((name) => name.endsWith('.history'));
  for (const name of [...histories, ...segmentsBetween(end.firstWal, end.lastWal)]) {
    const bytes = await reading(name, () => openClusterFile(join(wal, name)));
    if (bytes === undefined) throw new BackupError(`PostgreSQL removed ${name} while the backup needed it.`);
    yield { path: IN_ARCHIVE.wal + name, bytes: explained(name, bytes) };
  }
  yield* keyEntries(dataDir);
}

/** The kept keys of a data folder; those in the environment are the operator's to keep. */
export async function* keyEntries(dataDir: string): AsyncGenerator<Entry> {
  for (const name of KEPT_KEYS) {
    const bytes = await reading(name, () => openClusterFile(join(dataDir, 'keys', name)));
    if (bytes) yield { path: IN_ARCHIVE.keys + name, bytes: explained(name, bytes) };
  }
}

async function* explained(path: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Else it would look as if the place had failed. */
async function reading<T>(path: string, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw unreadable(path, error);
  });
}

function unreadable(path: string, cause: unknown): BackupError {
  const { code, message } = cause as NodeJS.ErrnoException;
  return new BackupError(`${path} of the data can't be read (${code ?? message}).`, { cause });
}
