import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';

const change = z.object({
  schema: z.string(),
  table: z.string(),
  /** LEFT: it has gone to another person. */
  type: z.enum(['INSERT', 'UPDATE', 'DELETE', 'LEFT']),
  owner: z.string().nullable(),
  at: z.string(),
  ids: z.array(z.string()),
});

/** What a notification of `nutmeg.tell_changes()` says. */
export type Change = z.infer<typeof change>;

/** Undefined for what somebody else has notified. */
export function parseChange(payload: string): Change | undefined {
  try {
    return change.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

export interface ChangeQueue {
  push(change: Change): void;
  clear(): void;
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>;
}

interface Options {
  /** Must not throw. Called for one at a time, so that each owner's latest change is told last. */
  deliver(change: Change): Promise<void>;
  /** More of this owner's rows changed than can be told; those still waiting are dropped. */
  overflow(owner: string | null): void;
  /** The most rows that may wait: of one owner, and of all. */
  bounds?: { owner: number; total: number };
}

const BOUNDS = { owner: 20_000, total: 100_000 };
const MOST_TOGETHER = 500;

/** Consecutive changes of one kind. The row is told as it is then, so once is enough. */
interface Batch {
  change: Change;
  ids: Set<string>;
}

/** The changes of one owner that are waiting. */
interface Line {
  owner: string | null;
  batches: Batch[];
  rows: number;
}

/**
 * Every owner has a queue, and the queues take turns: however fast one owner makes changes, they delay others by at
 * most one delivery. Changes that came in meanwhile and are alike are told together.
 */
export function createChangeQueue({ deliver, overflow, bounds = BOUNDS }: Options): ChangeQueue {
  const lines = new Map<string | null, Line>();
  let rows = 0;
  let running: Promise<void> | undefined;

  const forget = (line: Line) => {
    lines.delete(line.owner);
    rows -= line.rows;
    overflow(line.owner);
  };
  const takeNext = (): Change | undefined => {
    const [line] = lines.values();
    const batch = line?.batches.shift();
    if (!line || !batch) return undefined;
    line.rows -= batch.ids.size;
    rows -= batch.ids.size;
    // To the end of the round, or out of it.
    lines.delete(line.owner);
    if (line.batches.length > 0) lines.set(line.owner, line);
    return { ...batch.change, ids: [...batch.ids] };
  };
  const run = async () => {
    // The notifications of one commit arrive together. Wait for all of them, so that two updates of a row are one event.
    await setImmediate();
    for (let next = takeNext(); next; next = takeNext()) await deliver(next);
  };

  return {
    push: (change) => {
      const line = lines.get(change.owner) ?? { owner: change.owner, batches: [], rows: 0 };
      lines.set(change.owner, line);
      const added = addTo(line, change);
      line.rows += added;
      rows += added;
      if (line.rows > bounds.owner) forget(line);
      else if (rows > bounds.total) forget(longest(lines.values()));
      running ??= run().finally(() => {
        running = undefined;
      });
    },
    clear: () => {
      lines.clear();
      rows = 0;
    },
    settled: async () => running,
  };
}

/** Returns how many more rows wait. */
function addTo({ batches }: Line, change: Change): number {
  const last = batches.at(-1);
  if (!last || !isAlike(last.change, change) || last.ids.size + change.ids.length > MOST_TOGETHER) {
    const ids = new Set(change.ids);
    batches.push({ change, ids });
    return ids.size;
  }
  const before = last.ids.size;
  for (const id of change.ids) last.ids.add(id);
  last.change = change;
  return last.ids.size - before;
}

function isAlike(a: Change, b: Change): boolean {
  return a.schema === b.schema && a.table === b.table && a.type === b.type;
}

function longest(lines: Iterable<Line>): Line {
  return [...lines].reduce((one, other) => (other.rows > one.rows ? other : one));
}
