import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, chooseAccount } from './embedded/account.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded.ts';
import { PostgresDownError } from './embedded/error.ts';
import { findBinaries } from './embedded/libraries.ts';
import type { Log } from './embedded/supervision.ts';

interface Options {
  /** A data folder with the files of a base backup in `postgres/cluster`, its WAL in `postgres/wal`, and `keys`. */
  dataDir: string;
  /** Replay up to this time; without it, all available WAL. */
  until?: Date | undefined;
  log: Log;
  signal?: AbortSignal | undefined;
}

/** The WAL ends before the requested time. */
export class RecoveryTooShortError extends Error {}

/** Replays the WAL on a base backup, in a new timeline. Throws `RecoveryTooShortError` and `PostgresDownError`. */
export async function recoverCluster({ dataDir, until, log, signal }: Options): Promise<EmbeddedPostgres> {
  const folder = join(dataDir, 'postgres');
  const cluster = join(folder, 'cluster');
  const wal = join(folder, 'wal');
  await mkdir(wal, { recursive: true });
  await writeFile(join(cluster, 'recovery.signal'), '');
  const { postgres } = await findBinaries();
  const { owner } = await chooseAccount({ cluster, around: folder, postgres });
  for (const path of [cluster, wal]) await chownTree(path, owner);
  await chmod(cluster, 0o700);
  const settings = {
    restore_command: `cp ${quoteForShell(wal)}/%f "%p"`,
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

/** Quotes a path for a shell command in which PostgreSQL replaces percent signs. */
function quoteForShell(path: string): string {
  return `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
}

async function chownTree(path: string, owner: Account['owner']): Promise<void> {
  if (owner === undefined) return;
  await chown(path, owner.uid, owner.gid);
  for (const entry of await readdir(path, { recursive: true })) {
    await chown(join(path, entry), owner.uid, owner.gid);
  }
}
