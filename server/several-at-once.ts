/**
 * Works on all items, several at a time. After a failure no other item is begun, and it throws once those under way have
 * ended: what they write to may be removed then.
 */
export async function severalAtOnce<T>(
  items: readonly T[] | AsyncGenerator<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = Array.isArray(items) ? items.values() : items;
  let isFailed = false;
  const fail = (error: unknown) => {
    isFailed = true;
    throw error;
  };
  const worker = async () => {
    for await (const item of waiting) {
      if (isFailed) return;
      // Before the loop leaves a generator, it waits for what the other workers have asked of it.
      await work(item).catch(fail);
    }
  };
  const workers = Array.from({ length: limit }, () => worker().catch(fail));
  for (const ended of await Promise.allSettled(workers)) if (ended.status === 'rejected') throw ended.reason;
}
