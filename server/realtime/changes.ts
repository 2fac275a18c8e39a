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

const MOST_WAITING = 20_000;
const MOST_TOGETHER = 500;

/**
 * `deliver` must not throw. One after the other, so that what happened last is told last. What came in meanwhile and is alike is told in
 * one go. Where more comes in than can be told, `overflow` is called instead, and what waits is forgotten.
 */
export function createChangeQueue(
  deliver: (change: Change) => Promise<void>,
  overflow: () => void,
): ChangeQueue {
  let waiting: Change[] = [];
  let running: Promise<void> | undefined;

  const run = async () => {
    while (waiting.length > 0) await deliver(takeAlike(waiting));
  };
  return {
    push: (next) => {
      if (waiting.length >= MOST_WAITING) {
        waiting = [];
        overflow();
        return;
      }
      waiting.push(next);
      running ??= run().finally(() => {
        running = undefined;
      });
    },
    clear: () => {
      waiting = [];
    },
    settled: async () => running,
  };
}

/** Takes the first and those directly behind it that are of the same kind. */
function takeAlike(waiting: Change[]): Change {
  const [first] = waiting;
  if (!first) throw new Error('nothing waits');
  const ids = [...first.ids];
  let taken = 1;
  for (; taken < waiting.length; taken++) {
    const other = waiting[taken];
    if (!other || !isAlike(first, other) || ids.length + other.ids.length > MOST_TOGETHER) break;
    ids.push(...other.ids);
  }
  waiting.splice(0, taken);
  return { ...first, ids };
}

function isAlike(a: Change, b: Change): boolean {
  return a.schema === b.schema && a.table === b.table && a.type === b.type && a.owner === b.owner;
}
