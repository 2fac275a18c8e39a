import type { Locker } from '@tus/server';

/** The request that works on an upload just now. */
interface Working {
  cut(): void;
  done: Promise<void>;
}

/** One for each process: which uploads are being worked on. */
export type AtWork = Map<string, Working>;

/**
 * Lets the latest request of an upload go first. One whose connection was lost without anybody telling us is cut
 * off, and what it has brought is counted, before the next is told how far the upload is. That spares clients from
 * sending twice; what keeps uploads right, across processes too, is the compare-and-set of the offset alone.
 * `cut` ends what the present request is sending.
 */
export function latestFirst(atWork: AtWork, cut: () => void): Locker {
  return {
    newLock: (id) => {
      let release: () => void = () => undefined;
      return {
        lock: async () => {
          for (let other = atWork.get(id); other !== undefined; other = atWork.get(id)) {
            other.cut();
            await other.done;
          }
          const { promise, resolve } = Promise.withResolvers<void>();
          atWork.set(id, { cut, done: promise });
          release = () => {
            atWork.delete(id);
            resolve();
          };
        },
        unlock: async () => release(),
      };
    },
  };
}
