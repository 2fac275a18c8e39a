// Lets only one process at a time install and build in a clone. Plain JavaScript without dependencies.
import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const BEAT_MS = 1_000;
/** A holder that has not touched its lock for this long is gone, on any machine. */
const STALE_MS = 15_000;
/** A missing process id on this machine counts a little earlier. */
const DEAD_MS = 3 * BEAT_MS;
const POLL_MS = 200;

/**
 * Runs the function while no other process holds the lock of this path. `onWait` is called once if another process
 * holds the lock. The lock of a killed holder is taken over.
 */
export async function withLock(path, work, onWait = () => undefined) {
  const holder = `${hostname()} ${process.pid} ${randomBytes(6).toString('hex')}`;
  await acquire(path, holder, onWait);
  const beat = setInterval(() => utimes(path, new Date(), new Date()).catch(() => undefined), BEAT_MS);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if ((await textOf(path)) === holder) await rm(path, { force: true });
  }
}

async function acquire(path, holder, onWait) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await writeFile(path, holder, { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (await isLeft(path)) await removeLeft(path, `${path}.${holder.split(' ').at(-1)}`);
    else {
      if (attempt === 0) onWait();
      await pause(POLL_MS);
    }
  }
}

async function isLeft(path) {
  const [info, text] = await Promise.all([stat(path).catch(() => undefined), textOf(path)]);
  if (!info) return false;
  const age = Date.now() - info.mtimeMs;
  return age > STALE_MS || (age > DEAD_MS && isDead(text));
}

function isDead(holder) {
  const [host, pid] = holder.split(' ');
  if (host !== hostname() || !Number(pid)) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Moved aside first and checked again, because another process may have taken over the old lock in between. */
async function removeLeft(path, aside) {
  try {
    await rename(path, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (!(await isLeft(aside))) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

function textOf(path) {
  return readFile(path, 'utf8').catch(() => '');
}
