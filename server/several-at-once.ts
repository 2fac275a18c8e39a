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
  const worker = async () => {
    for await (const item of waiting) {
      if (isFailed) return;
      await work(item);
    }
  };
  const workers = Array.from({ length: limit }, () =>
    worker().catch((error: unknown) => {
      isFailed = true;
      throw error;
    }),
  );
  for (const ended of await Promise.allSettled(workers)) if (ended.status === 'rejected') throw ended.reason;
}
