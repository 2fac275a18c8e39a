import { setTimeout as pause } from 'node:timers/promises';

/** Timers for shorter waits cost more than they save. */
const LEAST_WAIT_MS = 50;
/** Limits the burst after an idle time. */
const BURST_MS = 1_000;

/** Limits the average reading speed, in bytes per second. Await the result per chunk; it rejects when aborted. */
export function createPace(
  bytesPerSecond: number,
  signal?: AbortSignal,
  {
    now = () => performance.now(),
    wait = pause as (ms: number, value?: undefined, options?: { signal?: AbortSignal }) => Promise<unknown>,
  } = {},
): (bytes: number) => Promise<void> {
  let due = now();
  return async (bytes) => {
    due = Math.max(due, now() - BURST_MS) + (bytes / bytesPerSecond) * 1000;
    const early = due - now();
    if (early < LEAST_WAIT_MS) return;
    await wait(early, undefined, signal === undefined ? {} : { signal });
  };
}
