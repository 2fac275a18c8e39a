import { setTimeout as pause } from 'node:timers/promises';

/** Short waits would cost more than they spare. */
const LEAST_WAIT_MS = 50;
/** After a time without reading, no burst: so much at most is caught up. */
const BURST_MS = 1_000;

/**
 * Slows reading down to so many bytes a second on average: await it after each piece. Rejects with the signal's
 * reason when that is aborted.
 */
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
