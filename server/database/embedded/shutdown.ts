import { spawn } from 'node:child_process';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 10;
const FAST_SHUTDOWN_MS = 30_000;

/** `postmaster.pid`: number, folder, start, port, socket folder, address, shared memory, status; a line each. */
export async function pidFile(cluster: string): Promise<string[] | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  return text?.split('\n');
}

/** Fast, then without waiting for anybody (the next start recovers). */
export async function stopBySignals(
  send: (signal: NodeJS.Signals) => void,
  ended: Promise<void>,
): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    send(signal);
    const giveUp = new AbortController();
    const waited = pause(FAST_SHUTDOWN_MS, 'late', { signal: giveUp.signal }).catch(() => 'aborted');
    const outcome = await Promise.race([ended, waited]);
    giveUp.abort();
    if (outcome !== 'late') return;
  }
}

/**
 * Stops a PostgreSQL that a killed server left running on this cluster. Only for the holder of the folder's
 * lock: nobody else can then be using it.
 */
export async function stopLeftover(cluster: string): Promise<boolean> {
  const pid = Number((await pidFile(cluster))?.[0]);
  if (!Number.isInteger(pid) || pid <= 1) return false;
  const running = await servesCluster(pid, cluster);
  if (running) {
    const ended = (async () => {
      while (await servesCluster(pid, cluster)) await pause(POLL_MS);
    })();
    await stopBySignals((signal) => process.kill(pid, signal), ended);
  }
  if (isTaken(pid)) await disownPidFile(cluster);
  return running;
}

/** Also by a process that has ended and that nobody has asked for its exit code yet, as in many containers. */
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A postmaster's working folder is its cluster. Where that can't be asked, its command line names it. */
async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const [theirs, ours] = await Promise.all([
      stat(`/proc/${pid}/cwd`).catch(() => undefined),
      stat(cluster).catch(() => undefined),
    ]);
    return theirs !== undefined && ours !== undefined && theirs.ino === ours.ino && theirs.dev === ours.dev;
  }
  const listed = spawn('ps', ['-o', 'command=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] });
  const text = await listed.stdout.toArray();
  return Buffer.concat(text).toString().includes(cluster);
}

/**
 * The number in the file is another process's by now; PostgreSQL would refuse to start because that one is
 * alive. It ignores the number of its own parent, which is us. The rest of the file must stay: by the
 * shared memory named in it, PostgreSQL notices children of the killed postmaster that still live.
 */
async function disownPidFile(cluster: string): Promise<void> {
  const lines = await pidFile(cluster);
  if (!lines) return;
  const file = await open(join(cluster, 'postmaster.pid'), 'r+');
  try {
    await file.truncate();
    await file.write([String(process.pid), ...lines.slice(1)].join('\n'), 0);
  } finally {
    await file.close();
  }
}
