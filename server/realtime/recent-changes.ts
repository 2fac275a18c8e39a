import { type Change, isGone, MAX_BATCH_ROWS } from './change-queue.ts';

interface Options {
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
export function createRecentChanges({ now, keptMs, maxRows = MAX_KEPT_ROWS }: Options) {
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

export type RecentChanges = ReturnType<typeof createRecentChanges>;

/** Changes to be read as one, in any order: rows are read as they are. A deleted row's owner decides who gets it. */
export function mergeChanges(changes: readonly Change[], maxRows = MAX_BATCH_ROWS): Change[] {
  const groups = new Map<string, { change: Change; ids: Set<string> }>();
  for (const change of changes) {
    const { schema, table, type } = change;
    const owner = isGone(change) ? change.owner : null;
    const key = JSON.stringify([schema, table, type, owner]);
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
