import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';

const change = z.object({
  schema: z.string(),
  table: z.string(),
  /** LEFT: the row now belongs to another person. */
  type: z.enum(['INSERT', 'UPDATE', 'DELETE', 'LEFT']),
  owner: z.string().nullable(),
  /** The owner could not see the rows, which are gone. */
  hidden: z.boolean().optional(),
  at: z.string(),
  ids: z.array(z.string()),
});

/** A notification of `nutmeg.notify_changes()` (migration 0013_realtime). */
export type Change = z.infer<typeof change>;

/** Whether its rows can't be read by those who could see them before. */
export function isGone({ type }: Change): boolean {
  return type === 'DELETE' || type === 'LEFT';
}

/** Undefined for notifications in another format. */
export function parseChange(payload: string): Change | undefined {
  try {
    return change.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

interface Options {
  /** Must not throw. Called for one change at a time, so that the latest change of an owner is delivered last. */
  deliver(change: Change): Promise<void>;
  /** Called when an owner has too many waiting changes, which are then dropped. */
  overflow(owner: string | null): void;
  /** The maximum number of waiting rows, per owner and in total. */
  bounds?: { owner: number; total: number };
}

const DEFAULT_BOUNDS = { owner: 20_000, total: 100_000 };
/** The maximum number of rows that one query reads. */
export const MAX_BATCH_ROWS = 500;

/** The waiting changes of one owner. */
interface OwnerQueue {
  owner: string | null;
  /** Consecutive changes of the same kind. A row is read at delivery, so each id is needed once. */
  batches: { change: Change; ids: Set<string> }[];
  rows: number;
}

/** Owners take turns: many changes of one delay others by one delivery at most. Those of a kind go together. */
export function createChangeQueue({ deliver, overflow, bounds = DEFAULT_BOUNDS }: Options) {
  const queues = new Map<string | null, OwnerQueue>();
  let rows = 0;
  let running: Promise<void> | undefined;

  const drop = (queue: OwnerQueue) => {
    queues.delete(queue.owner);
    rows -= queue.rows;
    overflow(queue.owner);
  };
  const takeNext = (): Change | undefined => {
    const [queue] = queues.values();
    const batch = queue?.batches.shift();
    if (!queue || !batch) return undefined;
    queue.rows -= batch.ids.size;
    rows -= batch.ids.size;
    // To the end of the round, or removed if it is empty.
    queues.delete(queue.owner);
    if (queue.batches.length > 0) queues.set(queue.owner, queue);
    return { ...batch.change, ids: [...batch.ids] };
  };
  const run = async () => {
    // The notifications of one commit arrive together. Wait for all of them, so that two updates of a row are one event.
    await setImmediate();
    for (let next = takeNext(); next; next = takeNext()) await deliver(next);
  };

  return {
    push: (change: Change): void => {
      const queue = queues.get(change.owner) ?? { owner: change.owner, batches: [], rows: 0 };
      queues.set(change.owner, queue);
      const added = addTo(queue, change);
      queue.rows += added;
      rows += added;
      if (queue.rows > bounds.owner) drop(queue);
      else if (rows > bounds.total) drop(longest(queues.values()));
      running ??= run().finally(() => {
        running = undefined;
      });
    },
    clear: (): void => {
      queues.clear();
      rows = 0;
    },
    /** Resolves when no delivery is running. */
    idle: async (): Promise<void> => running,
  };
}

/** Returns the number of added rows. */
function addTo({ batches }: OwnerQueue, change: Change): number {
  const last = batches.at(-1);
  if (!last || !isSameKind(last.change, change) || last.ids.size + change.ids.length > MAX_BATCH_ROWS) {
    const ids = new Set(change.ids);
    batches.push({ change, ids });
    return ids.size;
  }
  const before = last.ids.size;
  for (const id of change.ids) last.ids.add(id);
  last.change = change;
  return last.ids.size - before;
}

function isSameKind(a: Change, b: Change): boolean {
  return a.schema === b.schema && a.table === b.table && a.type === b.type && a.hidden === b.hidden;
}

function longest(queues: Iterable<OwnerQueue>): OwnerQueue {
  return [...queues].reduce((one, other) => (other.rows > one.rows ? other : one));
}
