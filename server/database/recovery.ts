import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, chooseAccount } from './embedded/account.ts';
import { findBinaries } from './embedded/binaries.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded.ts';
import { PostgresDownError } from './embedded/error.ts';
import type { Log } from './embedded/supervision.ts';

interface Options {
  /** A data folder with the files of a base backup in `postgres/cluster`, its WAL in `postgres/wal`, and `keys`. */
  dataDir: string;
  /** Replay up to this moment; without it, all WAL that is there. */
  until?: Date | undefined;
  log: Log;
  signal?: AbortSignal | undefined;
}

/** The WAL ends before the moment that was asked for. */
export class RecoveryTooShortError extends Error {}

/**
 * Starts PostgreSQL on a base backup. It replays the WAL and then is a database like any other, on a timeline of its
 * own. Throws `RecoveryTooShortError`, and `PostgresDownError` with PostgreSQL's own words.
 */
export async function recoverCluster({ dataDir, until, log, signal }: Options): Promise<EmbeddedPostgres> {
  const around = join(dataDir, 'postgres');
  const cluster = join(around, 'cluster');
  const wal = join(around, 'wal');
  await mkdir(wal, { recursive: true });
  await writeFile(join(cluster, 'recovery.signal'), '');
  const { postgres } = await findBinaries();
  const { owner } = await chooseAccount({ cluster, around, postgres });
  for (const folder of [cluster, wal]) await handOver(folder, owner);
  await chmod(cluster, 0o700);
  const settings = {
    restore_command: `cp ${shellQuoted(wal)}/%f "%p"`,
    recovery_target_action: 'promote',
    hot_standby: 'off',
    ...(until === undefined ? {} : { recovery_target_time: until.toISOString().replace('Z', '+00') }),
  };
  return startEmbeddedPostgres({ dataDir, log, settings, ...(signal && { signal }) }).catch(
    (error: unknown) => {
      const tooShort =
        error instanceof PostgresDownError && /before configured recovery target/.test(error.message);
      throw tooShort ? new RecoveryTooShortError('the WAL ends too early', { cause: error }) : error;
    },
  );
}

/** For a command that PostgreSQL gives to a shell, in which it replaces what stands behind a percent sign. */
function shellQuoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
}

async function handOver(path: string, owner: Account['owner']): Promise<void> {
  if (owner === undefined) return;
  await chown(path, owner.uid, owner.gid);
  for (const entry of await readdir(path, { recursive: true })) {
    await chown(join(path, entry), owner.uid, owner.gid);
  }
}
