import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Change } from './change-queue.ts';
import { mergeChanges, type RecentChanges } from './recent-changes.ts';

/** A subscriber with more past changes to read loads its rows again: that takes fewer queries. */
const MAX_CHANGES = 20;
/** How many get past changes at once: requests need database connections too. Others load their rows again. */
const MAX_RUNNING = 4;

/** Who gets past changes. */
interface Receiver {
  /** Not all of them could be delivered. */
  missed(): void;
}

interface Options<Subscriber extends Receiver> {
  recent: RecentChanges;
  concerns(change: Change, subscriber: Subscriber): boolean;
  deliver(change: Change, subscriber: Subscriber): Promise<void>;
  /** Whether the subscriber has not left. */
  isJoined(subscriber: Subscriber): boolean;
  log: FastifyBaseLogger;
}

/** Repeats changes that happened before a subscriber joined. */
export function createReplays<Subscriber extends Receiver>({
  recent,
  concerns,
  deliver,
  isJoined,
  log,
}: Options<Subscriber>) {
  const running = new Set<Promise<void>>();

  async function replay(subscriber: Subscriber, changes: Change[]): Promise<void> {
    try {
      for (const change of changes) {
        if (!isJoined(subscriber)) return;
        await deliver(change, subscriber);
      }
    } catch (error) {
      log.error({ err: error }, 'past changes could not be delivered; the subscriber loads its rows again');
      subscriber.missed();
    }
  }

  return {
    /** Delivers the changes of the last `ms` milliseconds, or tells the subscriber that it missed some. */
    start: async (subscriber: Subscriber, ms: number): Promise<void> => {
      const changes = recent.last(ms);
      // The client ignores events before the answer to its join.
      await setImmediate();
      const wanted = changes && mergeChanges(changes.filter((change) => concerns(change, subscriber)));
      if (wanted?.length === 0) return;
      if (!wanted || wanted.length > MAX_CHANGES || running.size >= MAX_RUNNING) {
        subscriber.missed();
        return;
      }
      const one = replay(subscriber, wanted);
      running.add(one);
      await one;
      running.delete(one);
    },
    idle: async () => void (await Promise.all(running)),
  };
}
