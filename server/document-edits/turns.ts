import { TooManyRequestsError } from '#server/http/errors.ts';

export interface TurnLimits {
  /** At the same time. */
  running: number;
  /** Including those that wait. */
  perPerson: number;
  waiting: number;
}

const RETRY_SECONDS = 2;

/** Lets only so many works of this process run at once. Throws `TooManyRequestsError` if too many wait. */
export function createTurns({ running: most, perPerson, waiting }: TurnLimits) {
  let running = 0;
  const held = new Map<string, number>();
  const queue: (() => void)[] = [];
  return async <T>(personId: string, work: () => Promise<T>): Promise<T> => {
    const own = held.get(personId) ?? 0;
    if (own >= perPerson || (running >= most && queue.length >= waiting))
      throw new TooManyRequestsError(RETRY_SECONDS);
    held.set(personId, own + 1);
    try {
      if (running < most) running += 1;
      // The one that ends gives its place to the next.
      else await new Promise<void>((resolve) => queue.push(resolve));
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    } finally {
      const left = (held.get(personId) ?? 1) - 1;
      if (left === 0) held.delete(personId);
      else held.set(personId, left);
    }
  };
}
