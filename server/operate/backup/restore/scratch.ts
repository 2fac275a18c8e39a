import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirInUseError } from '#server/database/embedded/embedded.ts';
import { lockDataDir } from '#server/database/embedded/lock.ts';
import { stopLeftover } from '#server/database/embedded/shutdown.ts';

const PREFIX = 'scratch-';

/** Creates a folder for a temporary database, after removing those of killed runs. It is locked until it is removed. */
export async function createScratchFolder(
  dataDir: string,
): Promise<{ folder: string; remove(): Promise<void> }> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(PREFIX)) await removeIfUnused(join(dataDir, name));
  }
  const folder = await mkdtemp(join(dataDir, PREFIX));
  const unlock = await lockDataDir(lockOf(folder));
  return { folder, remove: () => removeScratchFolder(folder).finally(unlock) };
}

/** Apart from the lock of the database, which only starts after the restore of its files. */
const lockOf = (folder: string) => join(folder, 'in-use');

async function removeIfUnused(folder: string): Promise<void> {
  try {
    const unlock = await lockDataDir(lockOf(folder));
    await unlock();
  } catch (error) {
    if (error instanceof DataDirInUseError) return;
    throw error;
  }
  await removeScratchFolder(folder);
}

/** Removes the folder of a temporary database, and stops a PostgreSQL that a killed run left running on it. */
export async function removeScratchFolder(folder: string): Promise<void> {
  await stopLeftover(join(folder, 'postgres', 'cluster'));
  await rm(folder, { recursive: true, force: true });
}
