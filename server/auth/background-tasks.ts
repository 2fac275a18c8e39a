import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

const MIN_DELAY_MS = 50;
const MAX_DELAY_MS = 500;

export function createBackgroundTasks(onError: (error: unknown) => void) {
  const running = new Set<Promise<void>>();
  const flush = new AbortController();
  const delay = () => setTimeout(randomInt(MIN_DELAY_MS, MAX_DELAY_MS), undefined, flush);
  return {
    /** Starts the work after a random delay, so that no response time reveals it. Errors go to `onError`. */
    run: (work: () => Promise<void>): void => {
      const done = delay()
        .catch(() => undefined)
        .then(work)
        .catch(onError)
        .finally(() => running.delete(done));
      running.add(done);
    },
    /** Starts waiting work at once; resolves when all work is done. */
    finish: async (): Promise<void> => {
      flush.abort();
      await Promise.all(running);
    },
  };
}

/** Work that continues after the response was sent. */
export type BackgroundTasks = ReturnType<typeof createBackgroundTasks>;
