import { spawn } from 'node:child_process';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 10;
const FAST_SHUTDOWN_MS = 30_000;

/** The lines of `postmaster.pid`: PID, folder, start, port, socket folder, address, shared memory, status. */
export async function pidFile(cluster: string): Promise<string[] | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  return text?.split('\n');
}

/** Fast, then immediate (the next start recovers). */
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

/** Stops a PostgreSQL that a killed server left running on this cluster. Requires the folder's lock. */
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

/** A zombie, which is common in containers, counts as ended. */
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A postmaster's working folder is its cluster. If that can't be read, its command line contains the folder. */
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
 * The PID in the file belongs to another process now, so PostgreSQL would refuse to start. PostgreSQL ignores its
 * parent's PID, which is ours, so write that. Keep the rest of the file: with its shared memory key, PostgreSQL detects
 * running children of the killed postmaster.
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
