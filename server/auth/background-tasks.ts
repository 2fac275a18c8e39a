import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

/** Work that nobody waits for. */
export interface BackgroundTasks {
  /**
   * The work begins at some moment after the answer, so that neither its time nor that of the next one tells what
   * there was to do. What goes wrong is logged: there is nobody left to tell.
   */
  run(work: () => Promise<void>): void;
  /** Begins at once whatever still waits; resolves when all is done. */
  finish(): Promise<void>;
}

const SHORTEST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

export function createBackgroundTasks(onError: (error: unknown) => void): BackgroundTasks {
  const running = new Set<Promise<void>>();
  const hurry = new AbortController();
  const pause = () => setTimeout(randomInt(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS), undefined, hurry);
  return {
    run: (work) => {
      const done = pause()
        .catch(() => undefined)
        .then(work)
        .catch(onError)
        .finally(() => running.delete(done));
      running.add(done);
    },
    finish: async () => {
      hurry.abort();
      await Promise.all(running);
    },
  };
}
