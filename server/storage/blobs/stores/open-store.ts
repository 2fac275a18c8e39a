import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TimeoutError, withTimeout } from '#server/startup/with-timeout.ts';
import { StorageError } from '../../errors.ts';
import { BlobMissingError, type BlobStore } from './blob-store.ts';
import { createFileStore } from './file-store.ts';
import type { S3Place } from './s3-bucket.ts';

const TIMEOUT_MS = 5_000;
const CACHE_MS = 2_000;

/** The store of `STORAGE_URL`, or a folder in the data folder without one. */
export async function openStore(
  storageUrl: string | undefined,
  dataDir: string,
  /** A second store to read from (see `withFallback`). */
  previousUrl?: string,
): Promise<BlobStore> {
  const store = withSharedProbe(await storeAt(storageUrl, dataDir));
  return previousUrl === undefined ? store : withFallback(store, await storeAt(previousUrl, dataDir));
}

async function storeAt(storageUrl: string | undefined, dataDir: string): Promise<BlobStore> {
  if (storageUrl === undefined) return createFileStore(join(dataDir, 'files'));
  const url = new URL(storageUrl);
  if (url.protocol !== 's3:') return createFileStore(fileURLToPath(url));
  // Loaded only if needed, because it is megabytes of code.
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(s3Place(url));
}

/** `s3://bucket/optional/prefix?endpoint=&region=&accessKeyId=&secretAccessKey=&forcePathStyle=true` */
export function s3Place(url: URL): S3Place {
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = Object.fromEntries(
    url.searchParams,
  );
  const folder = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    region: region ?? 'us-east-1',
    // Self-hosted stores rarely have a host name per bucket.
    forcePathStyle: forcePathStyle === undefined ? endpoint !== undefined : forcePathStyle === 'true',
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
  };
}

/** A store that is being moved: writes to the new one, reads from the previous one if needed, and removes from both. */
export function withFallback(store: BlobStore, previous: BlobStore): BlobStore {
  const orElse =
    <T>(read: () => Promise<T>) =>
    (error: unknown) => {
      if (error instanceof BlobMissingError) return read();
      throw error;
    };
  const { claim } = store;
  return {
    put: store.put,
    get: (id, range) => store.get(id, range).catch(orElse(() => previous.get(id, range))),
    read: (id, length) => store.read(id, length).catch(orElse(() => previous.read(id, length))),
    open: (id) => store.open(id).catch(orElse(() => previous.open(id))),
    remove: async (id) => {
      await previous.remove(id);
      await store.remove(id);
    },
    // The new store may have no blob yet.
    ...(claim && { claim: () => claim(async () => []) }),
    list: () => both(store.list(), previous.list()),
    probe: store.probe,
  };
}

/** Merges two lists in order of id. A blob in both is listed once, as in the first. */
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

/**
 * Limits probes, so that a flood of `/readyz` does not cause a flood of writes: concurrent callers share one, and
 * its outcome is cached for `CACHE_MS`. A store that does not answer within `TIMEOUT_MS` is down.
 */
export function withSharedProbe(
  store: BlobStore,
  { timeoutMs = TIMEOUT_MS, cacheMs = CACHE_MS, now = () => performance.now() } = {},
): BlobStore {
  let last: { outcome: Promise<void>; until: number } | undefined;
  return {
    ...store,
    probe: () => {
      if (last !== undefined && now() < last.until) return last.outcome;
      const outcome = withTimeout(store.probe(), timeoutMs).catch((error: unknown) => {
        if (!(error instanceof TimeoutError)) throw error;
        const cause = new Error(`the store did not answer within ${timeoutMs} ms`, { cause: error });
        throw new StorageError('StoreUnavailable', { cause });
      });
      const probe = { outcome, until: Number.POSITIVE_INFINITY };
      last = probe;
      const settled = () => {
        probe.until = now() + cacheMs;
      };
      outcome.then(settled, settled);
      return outcome;
    },
  };
}
