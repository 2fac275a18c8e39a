import { setTimeout as pause } from 'node:timers/promises';
import { type Launch, launch, type Postmaster } from './process.ts';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 15_000;
/** A server that ran this long has started successfully. The pauses grow only for those that did not. */
const STEADY_MS = 1_000;

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
