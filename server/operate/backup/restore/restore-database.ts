import { createHash } from 'node:crypto';
import { chmod, mkdir, open, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type EmbeddedPostgres,
  PostgresDownError,
  startEmbeddedPostgres,
} from '#server/database/embedded/embedded.ts';
import type { Log } from '#server/database/embedded/supervision.ts';
import { RecoveryTooShortError, recoverCluster } from '#server/database/recovery.ts';
import { unpack } from '../archive.ts';
import { ARCHIVE_FOLDERS } from '../archive-entries.ts';
import { BackupError } from '../backup-error.ts';
import { loadTables, unpackedTables } from '../make/logical-archive.ts';
import { backupFiles, type Manifest } from '../manifest.ts';
import type { SealedPlace } from '../place/sealed-place.ts';
import { walPath } from '../wal/wal-chain.ts';
import { contiguousAfter } from '../wal/wal-names.ts';

export interface RestoreDatabaseOptions {
  sealed: SealedPlace;
  manifest: Manifest;
  /** A new data folder. */
  dataDir: string;
  /** Whether to replay the shipped WAL after the backup's own, all of it or until a given time. */
  follow: boolean;
  until?: Date | undefined;
  /** Bytes that must stay free on the disk. */
  reserve: number;
  log: Log;
  signal?: AbortSignal | undefined;
}

/** Restores a backup into a new data folder, and starts PostgreSQL on it. Throws `BackupError`. */
export async function restoreDatabase(options: RestoreDatabaseOptions): Promise<EmbeddedPostgres> {
  const { sealed, manifest, dataDir, follow, until, reserve, log, signal } = options;
  await requireDiskSpace(join(dataDir, '..'), manifest, reserve);
  await unpackArchive(sealed, manifest, dataDir);
  if (manifest.kind === 'logical') {
    const tables = await unpackedTables(dataDir);
    const postgres = await startEmbeddedPostgres({ dataDir, log, ...(signal && { signal }) });
    try {
      await loadTables(postgres.url, tables);
    } catch (error) {
      await postgres.stop();
      throw error;
    }
    return postgres;
  }
  if (follow) await downloadWal(sealed, manifest, dataDir);
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

/** PostgreSQL writes some WAL when it starts. */
const EXTRA_BYTES = 200_000_000;

async function requireDiskSpace(folder: string, { files }: Manifest, reserve: number): Promise<void> {
  const needed = files.reduce((sum, { size }) => sum + size, EXTRA_BYTES + reserve);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= needed) return;
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  throw new BackupError(
    `The database needs ${megabytes(needed)}, and the disk of ${folder} has ${megabytes(bavail * bsize)} left.`,
  );
}

/** Extracts a cluster or tables into a data folder, and compares each file with the manifest. Throws `BackupError`. */
async function unpackArchive(sealed: SealedPlace, manifest: Manifest, dataDir: string): Promise<void> {
  const { name, files, folders } = manifest;
  const expected = new Map(files.map((file) => [file.path, file]));
  const postgres = join(dataDir, 'postgres');
  await mkdir(postgres, { recursive: true, mode: 0o711 });
  await mkdir(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  for (const folder of folders)
    await mkdir(join(postgres, ARCHIVE_FOLDERS.cluster, folder), { recursive: true });
  for await (const entry of unpack(sealed.read(backupFiles.archive(name)))) {
    const known = expected.get(entry.path);
    const isOutside = entry.path.split('/').includes('..');
    if (known === undefined || isOutside) throw damaged(name, entry.path);
    const { keys, tables } = ARCHIVE_FOLDERS;
    const root = entry.path.startsWith(keys) || entry.path.startsWith(tables) ? dataDir : postgres;
    const path = join(root, entry.path);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const written = await writeSparse(path, entry.bytes);
    if (written.sha256 !== known.sha256 || written.size !== known.size) throw damaged(name, entry.path);
    expected.delete(entry.path);
  }
  const [lost] = expected.keys();
  if (lost !== undefined) throw damaged(name, lost);
}

function damaged(name: string, path: string): BackupError {
  return new BackupError(`The backup ${name} is damaged: ${path} is not what its manifest says.`);
}

/** Downloads the shipped WAL that continues a backup without a gap into a data folder, beside the backup's own. */
async function downloadWal(sealed: SealedPlace, { chain, wal }: Manifest, dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres', 'wal');
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  if (chain === undefined || wal === undefined) return;
  const prefix = walPath(chain, '');
  const shipped: string[] = [];
  for await (const { name } of sealed.place.list(prefix)) shipped.push(name.slice(prefix.length));
  for (const name of contiguousAfter(wal.last, shipped)) {
    await writeSparse(join(folder, name), sealed.read(walPath(chain, name)));
  }
}

const BLOCK_BYTES = 64 * 1024;
const ZEROS = Buffer.alloc(BLOCK_BYTES);

/** Writes a new sparse file: most WAL files of an office are almost empty. */
async function writeSparse(path: string, bytes: AsyncIterable<Buffer>) {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      for (let at = 0; at < chunk.length; at += BLOCK_BYTES) {
        const block = chunk.subarray(at, at + BLOCK_BYTES);
        if (!block.equals(ZEROS.subarray(0, block.length)))
          await file.write(block, 0, block.length, size + at);
      }
      size += chunk.length;
    }
    await file.truncate(size);
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}
