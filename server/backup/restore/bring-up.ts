import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  PostgresDownError,
  startEmbeddedPostgres,
} from '#server/database/embedded/embedded.ts';
import type { Log } from '#server/database/embedded/supervision.ts';
import { RecoveryTooShortError, recoverCluster } from '#server/database/recovery.ts';
import { BackupError } from '../backup-error.ts';
import { loadTables, unpackTables } from '../make/logical-archive.ts';
import type { Manifest } from '../manifest.ts';
import type { SealedPlace } from '../place/sealed-place.ts';
import { fetchWal } from '../wal/shipped-wal.ts';
import { unpackCluster } from './unpack-cluster.ts';

export interface BringUp {
  sealed: SealedPlace;
  manifest: Manifest;
  /** An empty data folder, to be made. */
  dataDir: string;
  /** Whether the shipped WAL is replayed after the backup's own: up to a moment, or all of it. */
  follow: boolean;
  until?: Date | undefined;
  log: Log;
  signal?: AbortSignal | undefined;
}

/** Makes a running database of a backup, in a data folder of its own. Throws `BackupError`. */
export async function bringUp(options: BringUp): Promise<EmbeddedPostgres> {
  const { sealed, manifest, dataDir, follow, until, log, signal } = options;
  await demandRoom(join(dataDir, '..'), manifest);
  if (manifest.kind === 'logical') {
    const tables = await unpackTables(sealed, manifest, dataDir);
    const postgres = await startEmbeddedPostgres({ dataDir, log, ...(signal && { signal }) });
    try {
      await loadTables(postgres.url, tables);
    } catch (error) {
      await postgres.stop();
      throw error;
    }
    return postgres;
  }
  await unpackCluster(sealed, manifest, dataDir);
  if (follow) await fetchWal(sealed, manifest, dataDir);
  const postgres = await recoverCluster({ dataDir, until, log, signal }).catch((error: unknown) => {
    if (error instanceof RecoveryTooShortError) {
      throw new BackupError(
        `What was shipped to ${sealed.place.label} ends before that time. Leave --at out to restore all of it.`,
        { cause: error },
      );
    }
    if (error instanceof PostgresDownError) {
      throw new BackupError(`The backup ${manifest.name} does not come up. ${error.message}`, {
        cause: error,
      });
    }
    throw error;
  });
  await rm(join(dataDir, 'postgres', 'wal'), { recursive: true, force: true });
  return postgres;
}

/** PostgreSQL needs some WAL of its own when it starts. */
const MORE_BYTES = 200_000_000;

async function demandRoom(folder: string, { files }: Manifest): Promise<void> {
  const needed = files.reduce((sum, { size }) => sum + size, MORE_BYTES);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= needed) return;
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  throw new BackupError(
    `The database needs ${megabytes(needed)}, and the disk of ${folder} has ${megabytes(bavail * bsize)} left.`,
  );
}
