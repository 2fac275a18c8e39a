import { setTimeout as delay } from 'node:timers/promises';

/** After this time, the next group of a lane no longer waits for one that hangs, such as on a lost connection. */
export const PATIENCE_MS = 250;

interface Waiting<Item, Result> extends PromiseWithResolvers<Result> {
  item: Item;
}

/**
 * Groups work: what arrives while a group of the same lane is under way waits, and is then done as the next group.
 *
 * @param work Returns the results of a group in its order. If it rejects, all of the group do.
 * @param most The size of the largest group.
 */
export function createGroups<Item, Result>(
  work: (items: Item[]) => Promise<readonly (Result | Promise<Result>)[]>,
  { most, patienceMs = PATIENCE_MS }: { most: number; patienceMs?: number },
) {
  const lanes = new Map<string, Waiting<Item, Result>[]>();

  const perform = async (group: Waiting<Item, Result>[]) => {
    try {
      const results = await work(group.map(({ item }) => item));
      for (const [at, { resolve }] of group.entries()) resolve(results[at] as Result);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };
  const run = async (lane: string, waiting: Waiting<Item, Result>[]) => {
    while (waiting.length > 0) {
      const timer = new AbortController();
      const patience = delay(patienceMs, undefined, { signal: timer.signal }).catch(() => undefined);
      await Promise.race([perform(waiting.splice(0, most)), patience]);
      timer.abort();
    }
    lanes.delete(lane);
  };
  /** Does the work for an item, together with others of the lane. Resolves with the item's own result. */
  return (lane: string, item: Item): Promise<Result> => {
    const one = { item, ...Promise.withResolvers<Result>() };
    const waiting = lanes.get(lane);
    if (waiting) waiting.push(one);
    else {
      const started = [one];
      lanes.set(lane, started);
      void run(lane, started);
    }
    return one.promise;
  };
}
