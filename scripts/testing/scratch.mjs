// The folder in which a run keeps its temporary files: databases, data folders, profiles of browsers. In memory, where
// creating and removing thousands of small files takes a seventh less of the run's processor time than on a disk.
import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
const GIB = 1024 ** 3;
/** A fast run keeps about a gigabyte in it, and its processes need several; the rest is for what else the machine does. */
const enough = { folder: 8 * GIB, memory: 10 * GIB };

/**
 * Creates the folder of this process, and removes those of processes that were killed.
 * @param {boolean} onDisk whether the tests are about a disk: kills, full disks, large sizes
 * @returns {Promise<{ folder: string, remove: () => Promise<void> }>}
 */
export async function openScratch(onDisk) {
  const parent = !onDisk && hasRoom() ? inMemory : tmpdir();
  for (const name of readdirSync(parent).filter(isLeftBehind)) {
    // One of another account stays.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
  const folder = await mkdtemp(join(parent, `nutmeg-${process.pid}-`));
  // PostgreSQL runs as another account if this process is root's, and has folders in it.
  await chmod(folder, 0o711);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    const free = { folder: bavail * bsize, memory: process.availableMemory() };
    return isRoomy(readFileSync('/proc/mounts', 'utf8'), free);
  } catch {
    // Not Linux, or a container without this folder.
    return false;
  }
}

/**
 * Whether a run has room in memory.
 * @param {string} mounts the lines of /proc/mounts: tests run programs in their folders, which "noexec" forbids
 * @param {{ folder: number, memory: number }} free in bytes
 */
export function isRoomy(mounts, free) {
  const mount = mounts.split('\n').findLast((line) => line.split(' ')[1] === inMemory);
  const options = mount?.split(' ')[3]?.split(',') ?? ['noexec'];
  return !options.includes('noexec') && free.folder >= enough.folder && free.memory >= enough.memory;
}

function isLeftBehind(name) {
  const [, pid] = /^nutmeg-(\d+)-/.exec(name) ?? [];
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
