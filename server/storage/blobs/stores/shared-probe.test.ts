import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { BlobStore } from './blob-store.ts';
import { withSharedProbe } from './open-store.ts';

const storeWith = (probe: () => Promise<void>): BlobStore => ({
  put: async () => undefined,
  get: async () => Readable.from([]),
  read: async () => Buffer.alloc(0),
  open: async () => undefined,
  remove: async () => undefined,
  list: async function* () {},
  probe,
});

test('a hundred concurrent callers share one probe, and its outcome is cached', async () => {
  let probes = 0;
  let time = 0;
  let fails = false;
  const store = withSharedProbe(
    storeWith(async () => {
      probes += 1;
      if (fails) throw new Error('down');
    }),
    { cacheMs: 2000, now: () => time },
  );
  await Promise.all(Array.from({ length: 100 }, () => store.probe()));
  time = 1999;
  fails = true;
  await store.probe();
  expect(probes).toBe(1);
  time = 2000;
  await expect(store.probe()).rejects.toThrow('down');
  fails = false;
  time = 4000;
  await expect(store.probe()).resolves.toBeUndefined();
  expect(probes).toBe(3);
});

test('a store that does not respond is down', async () => {
  const store = withSharedProbe(
    storeWith(() => new Promise(() => undefined)),
    { timeoutMs: 10 },
  );
  await expect(store.probe()).rejects.toMatchObject({
    code: 'StoreUnavailable',
    cause: { message: 'the store did not answer within 10 ms' },
  });
});
