/** @module-tag faults-operate */
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BlobMissingError, type BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { openStore, s3Place } from '#server/storage/blobs/stores/open-store.ts';
import { missingServicesReason } from '#tests/support/missing-services.ts';
import { type ObjectStore, startObjectStore } from '#tests/support/services/object-store.ts';

const missing = missingServicesReason();
const bytesOf = (name: string, length: number) =>
  createHash('shake256', { outputLength: length }).update(name).digest();
/** Chunks with separate memory, as from a network. */
const streamOf = (bytes: Buffer) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield Buffer.from(bytes.subarray(at, at + 65_536));
    })(),
  );

describe.skipIf(missing !== undefined)(`a store that speaks S3${missing ? ` (${missing})` : ''}`, () => {
  let objectStore: ObjectStore;
  let store: BlobStore;
  let client: S3Client;
  let bucket: string;

  beforeAll(async () => {
    objectStore = await startObjectStore();
    const url = objectStore.url.replace('?', '/documents/of the office?');
    store = await openStore(url, '/nowhere');
    const { bucket: of, prefix: _prefix, ...place } = s3Place(new URL(url));
    bucket = of;
    client = new S3Client(place);
  });
  afterAll(() => objectStore?.stop());

  const keys = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    return Contents.map(({ Key }) => Key);
  };
  const openUploads = async () => {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
    return Uploads.length;
  };

  test.each([0, 1, 300_000, 20_000_000])(
    'keeps %i bytes, gives them back whole and in part',
    async (length) => {
      const id = randomUUID();
      const bytes = bytesOf(id, length);
      await store.put(id, streamOf(bytes));
      expect((await buffer(await store.get(id))).equals(bytes)).toBe(true);
      if (length > 100) {
        const part = await buffer(await store.get(id, { start: 10, end: length - 5 }));
        expect(part.equals(bytes.subarray(10, length - 4))).toBe(true);
      }
      expect(await keys()).toEqual([`documents/of the office/${id}`]);
      await store.remove(id);
      expect(await keys()).toEqual([]);
      await expect(store.get(id)).rejects.toThrow(BlobMissingError);
    },
  );

  test.each([100_000, 12_000_000])('shows nothing of %i bytes that were cut off', async (length) => {
    const id = randomUUID();
    const broken = Readable.from(
      (async function* () {
        yield* streamOf(bytesOf(id, length));
        throw new Error('the client went away');
      })(),
    );
    await expect(store.put(id, broken)).rejects.toThrow('the client went away');
    await expect(store.get(id)).rejects.toThrow(BlobMissingError);
    await store.remove(id);
    expect(await openUploads()).toBe(0);
  });

  test('removes the parts of a crashed upload, and ignores missing objects', async () => {
    const id = randomUUID();
    let reached: () => void = () => undefined;
    const stuck = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const hanging = Readable.from(
      (async function* () {
        yield* streamOf(bytesOf(id, 18_000_000));
        reached();
        await new Promise(() => undefined);
      })(),
    );
    store.put(id, hanging).catch(() => undefined);
    await stuck;
    await expect.poll(openUploads).toBe(1);
    await store.remove(id);
    expect(await openUploads()).toBe(0);
    await expect(store.remove(randomUUID())).resolves.toBeUndefined();
  });
});
