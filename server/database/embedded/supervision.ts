import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from './account.ts';
import { PostgresDownError } from './error.ts';
import type { Binaries } from './libraries.ts';
import { pidFile, stopBySignals } from './shutdown.ts';

const LOG_LIMIT = 5_000_000;
const POLL_MS = 10;
const ORPHANS_MS = 30_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 15_000;
/** A server that ran this long has started successfully. The pauses grow only for those that did not. */
const STEADY_MS = 1_000;

/** A running PostgreSQL process. */
export interface Postmaster {
  port: number;
  /** Resolves when it has ended, for any reason. */
  ended: Promise<void>;
  /** Fast shutdown: cancels running statements and writes committed data. */
  stop(): Promise<void>;
}

export interface Launch {
  binaries: Binaries;
  account: Account;
  cluster: string;
  logFile: string;
  settings: Record<string, string>;
}

export interface Log {
  info(message: string): void;
  error(message: string): void;
}

interface Options extends Launch {
  log: Log;
  /** Aborts the first start, which may take long to recover. */
  signal?: AbortSignal | undefined;
  /** Replaced in tests: the launch and the clock. */
  start?: typeof launch;
  now?: () => number;
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Keeps PostgreSQL at one address while this process lives: launched again after a pause, up to `MAX_PAUSE_MS`. */
export async function supervise(options: Options) {
  const { log, signal, start = launch, now = () => performance.now(), ...rest } = options;
  const { wait = (ms, signal) => pause(ms, undefined, { signal }), ...how } = rest;
  const stopping = new AbortController();
  let current: Postmaster = await start(how, undefined, signal);
  const { port } = current;
  let upSince = now();
  let downSince: number | undefined;
  let failures = 0;

  const relaunch = async () => {
    while (!stopping.signal.aborted) {
      failures += 1;
      await wait(backoff(failures), stopping.signal);
      try {
        return await start(how, port, stopping.signal);
      } catch (error) {
        if (stopping.signal.aborted) break;
        log.error(`${(error as Error).message}\nThe next attempt is in ${backoff(failures + 1) / 1000} s.`);
      }
    }
    return undefined;
  };
  const watch = async () => {
    for (;;) {
      await current.ended;
      if (stopping.signal.aborted) return;
      downSince = now();
      if (downSince - upSince >= STEADY_MS) failures = 0;
      log.error('PostgreSQL ended unexpectedly; starting it again.');
      const next = await relaunch();
      if (!next) return;
      current = next;
      // It started while we were stopping.
      if (stopping.signal.aborted) return current.stop();
      upSince = now();
      downSince = undefined;
      log.info('PostgreSQL is up again.');
    }
  };
  // Pauses end with an AbortError on stop; nothing else throws.
  const watching = watch().catch(() => undefined);
  let stopped: Promise<void> | undefined;
  return {
    port,
    /** How long PostgreSQL has been down, in milliseconds; 0 while it runs. */
    downFor: (): number => (downSince === undefined ? 0 : now() - downSince),
    /** Aborts a relaunch and stops PostgreSQL. */
    stop: (): Promise<void> => {
      stopping.abort();
      stopped ??= current.stop().then(() => watching);
      return stopped;
    },
  };
}

export type Supervised = Awaited<ReturnType<typeof supervise>>;

function backoff(attempt: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempt - 1, 20), MAX_PAUSE_MS);
}

/** Starts PostgreSQL and waits until it accepts connections, however long recovery takes. `port`: any by default. */
export async function launch(options: Launch, port?: number, signal?: AbortSignal): Promise<Postmaster> {
  const deadline = Date.now() + ORPHANS_MS;
  for (;;) {
    const wanted = port ?? (await freePort());
    const outcome = await attempt(options, wanted, signal);
    if (typeof outcome !== 'string') return outcome;
    signal?.throwIfAborted();
    const portTaken = /could not bind/.test(outcome);
    // The children of a killed postmaster exit after their current statement.
    const orphans = /shared memory block/.test(outcome);
    if (!(portTaken || orphans) || Date.now() > deadline) {
      throw new PostgresDownError(`PostgreSQL did not start:\n${outcome}\n(${options.logFile})`);
    }
    await pause(orphans ? 200 : POLL_MS);
  }
}

async function attempt(
  options: Launch,
  port: number,
  signal: AbortSignal | undefined,
): Promise<Postmaster | string> {
  const { binaries, account, cluster, logFile, settings } = options;
  await rotate(logFile);
  const log = await open(logFile, 'a', 0o600);
  const before = (await log.stat()).size;
  const flags = Object.entries({ ...settings, port: String(port) }).flatMap(([k, v]) => ['-c', `${k}=${v}`]);
  const { file, args, ...ids } = account.command(binaries.postgres, ['-D', cluster, ...flags]);
  // A separate session, so that Ctrl-C reaches only the server, which stops PostgreSQL after draining. A minimal
  // environment, without our keys.
  const child = spawn(file, args, {
    ...ids,
    cwd: '/',
    detached: true,
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', log.fd, log.fd],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  try {
    await Promise.race([once(child, 'spawn'), once(child, 'exit')]);
    while (!hasEnded(child)) {
      if (signal?.aborted) await stopChild(child, ended);
      if (await isReady(cluster, child.pid)) {
        child.unref();
        return { port, ended, stop: () => stopChild(child, ended) };
      }
      await Promise.race([pause(POLL_MS), ended]);
    }
    return (await readFile(logFile)).subarray(before).toString().trim() || 'It ended without a word.';
  } finally {
    await log.close();
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (hasEnded(child)) return;
  child.ref();
  await stopBySignals((signal) => child.kill(signal), ended);
}

async function isReady(cluster: string, pid: number | undefined): Promise<boolean> {
  const lines = await pidFile(cluster);
  return lines !== undefined && Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

async function rotate(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    ({ size }) => size,
    () => 0,
  );
  if (size > LOG_LIMIT) await rename(logFile, `${logFile}.1`);
}
