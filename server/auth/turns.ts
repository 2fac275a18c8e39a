import { TooManyRequestsError } from '#server/http/wire-error.ts';

const RETRY_SECONDS = 2;

/** Work of which only so much is done at once. The rest waits in the order that it came. */
export interface Turns {
  /** Throws `TooManyRequestsError` where too much waits already. */
  take<T>(work: () => Promise<T>): Promise<T>;
}

export function createTurns(atOnce: number, mostWaiting: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    take: async (work) => {
      if (running >= atOnce) {
        if (waiting.length >= mostWaiting) throw new TooManyRequestsError(RETRY_SECONDS);
        // Whoever ends hands its turn on, so nobody can come between.
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
