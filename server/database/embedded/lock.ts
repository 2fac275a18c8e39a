import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataDirInUseError } from './error.ts';

const SQLITE_BUSY = 5;

/**
 * Locks the data folder for this process, or throws `DataDirInUseError`. Resolves with a function that unlocks it. Node
 * has no file locks, but SQLite does, and the operating system releases them when the process ends. So there are no
 * PIDs to compare, no stale locks and no races. Dangerous: nothing else in this process may open `server.lock`; closing
 * any handle on it drops the lock.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 });
  const holder = join(dataDir, 'server.pid');
  try {
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new DataDirInUseError(await inUse(dataDir, holder), { cause: error });
  }
  await writeFile(holder, `${process.pid}\n`);
  return async () => {
    await rm(holder, { force: true });
    lock.close();
  };
}

async function inUse(dataDir: string, holder: string): Promise<string> {
  // The PID is written after the lock, so it may be missing briefly.
  const pid = (await readFile(holder, 'utf8').catch(() => '')).trim();
  return (
    `Another server${pid && ` (process ${pid})`} is using the data folder ${dataDir}. ` +
    'Stop it first, or give this one its own DATA_DIR.'
  );
}
