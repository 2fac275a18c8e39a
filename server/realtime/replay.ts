import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Change, isGone, MAX_BATCH_ROWS } from './change-queue.ts';

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
  recent: ReturnType<typeof createRecentChanges>;
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
        if (!isJoined(subscriber)) return subscriber.missed();
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

interface RecentOptions {
  /** The current time in milliseconds, from a clock that is never set back. */
  now: () => number;
  /** How long changes are kept, in milliseconds. */
  keptMs: number;
  /** The maximum number of kept rows. */
  maxRows?: number;
}

/** Each join goes through all of them. After more changes than that, subscribers load their rows again. */
const MAX_KEPT_ROWS = 2_000;

/** Keeps the latest changes in memory. */
export function createRecentChanges({ now, keptMs, maxRows = MAX_KEPT_ROWS }: RecentOptions) {
  let kept: { change: Change; at: number }[] = [];
  let rows = 0;
  /** Every change after this time is kept. */
  let completeSince = now();

  const forgetFirst = () => {
    const first = kept.shift();
    if (!first) return;
    rows -= first.change.ids.length;
    completeSince = first.at;
  };
  return {
    add: (change: Change): void => {
      const at = now();
      kept.push({ change, at });
      rows += change.ids.length;
      while (kept[0] && (at - kept[0].at > keptMs || rows > maxRows)) forgetFirst();
    },
    /** The changes of the last `ms` milliseconds, oldest first. Undefined if some may be missing. */
    last: (ms: number): Change[] | undefined => {
      const since = now() - ms;
      if (since <= completeSince) return undefined;
      return kept.filter(({ at }) => at >= since).map(({ change }) => change);
    },
    /** To be called when changes may have been lost: what came before is forgotten. */
    restart: (): void => {
      kept = [];
      rows = 0;
      completeSince = now();
    },
  };
}

/** Changes to be read as one, in any order: rows are read as they are. A deleted row's owner decides who gets it. */
export function mergeChanges(changes: readonly Change[], maxRows = MAX_BATCH_ROWS): Change[] {
  const groups = new Map<string, { change: Change; ids: Set<string> }>();
  for (const change of changes) {
    const { schema, table, type, hidden } = change;
    const owner = isGone(change) ? change.owner : null;
    const key = JSON.stringify([schema, table, type, owner, hidden]);
    const ids = groups.get(key)?.ids ?? new Set();
    for (const id of change.ids) ids.add(id);
    groups.set(key, { change: { ...change, owner }, ids });
  }
  return [...groups.values()].flatMap(({ change, ids }) => {
    const all = [...ids];
    const parts = Math.ceil(all.length / maxRows);
    return Array.from({ length: parts }, (_, i) => ({
      ...change,
      ids: all.slice(i * maxRows, (i + 1) * maxRows),
    }));
  });
}
