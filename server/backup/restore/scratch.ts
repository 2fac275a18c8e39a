import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirInUseError } from '#server/database/embedded/embedded.ts';
import { lockDataDir } from '#server/database/embedded/lock.ts';
import { stopLeftover } from '#server/database/embedded/shutdown.ts';

const PREFIX = 'scratch-';

/** A new folder for a database that is looked at and thrown away; the rests of runs that were killed go first. */
export async function makeScratch(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(PREFIX)) await removeUnlessUsed(join(dataDir, name));
  }
  return mkdtemp(join(dataDir, PREFIX));
}

async function removeUnlessUsed(folder: string): Promise<void> {
  try {
    const unlock = await lockDataDir(folder);
    await unlock();
  } catch (error) {
    if (error instanceof DataDirInUseError) return;
    throw error;
  }
  await removeScratch(folder);
}

/** Removes a folder with a database that is of no use any more, and stops a PostgreSQL that a killed run left on it. */
export async function removeScratch(folder: string): Promise<void> {
  await stopLeftover(join(folder, 'postgres', 'cluster'));
  await rm(folder, { recursive: true, force: true });
}
