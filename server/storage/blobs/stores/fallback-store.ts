import { BlobMissingError, type BlobStore } from './blob-store.ts';

/**
 * A store that is being moved: what is written goes to the new one, what is read and not there yet comes from the
 * previous one, and what is removed goes from both.
 */
export function withFallback(store: BlobStore, previous: BlobStore): BlobStore {
  return {
    put: store.put,
    get: (id, range) =>
      store.get(id, range).catch((error: unknown) => {
        if (error instanceof BlobMissingError) return previous.get(id, range);
        throw error;
      }),
    remove: async (id) => {
      await previous.remove(id);
      await store.remove(id);
    },
    list: () => both(store.list(), previous.list()),
    probe: store.probe,
  };
}

/** Two lists in the order of the ids as one; what is in both comes once, as the first has it. */
async function* both(first: ReturnType<BlobStore['list']>, second: ReturnType<BlobStore['list']>) {
  const [a, b] = [first[Symbol.asyncIterator](), second[Symbol.asyncIterator]()];
  let [one, other] = [await a.next(), await b.next()];
  while (!one.done || !other.done) {
    if (other.done || (!one.done && one.value.id <= other.value.id)) {
      if (!one.done && !other.done && one.value.id === other.value.id) other = await b.next();
      if (!one.done) yield one.value;
      one = await a.next();
    } else {
      yield other.value;
      other = await b.next();
    }
  }
}
