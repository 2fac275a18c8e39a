import { TooManyRequestsError } from '../errors.ts';

/**
 * Limits how much of some work is done at once. The rest waits in order of arrival.
 * @param retrySeconds for `Retry-After`, if too many wait
 */
export function createSemaphore(atOnce: number, maxWaiting: number, retrySeconds = 2) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    /** Throws `TooManyRequestsError` if the queue is full. */
    take: async <T>(work: () => Promise<T>): Promise<T> => {
      if (running >= atOnce) {
        if (waiting.length >= maxWaiting) throw new TooManyRequestsError(retrySeconds);
        // A finished task passes its turn on directly, so that no other can take it in between.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running++;
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
