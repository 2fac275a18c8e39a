import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { isUuid } from '#domain/text/uuid.ts';
import { StorageError } from '../../errors.ts';
import { copies } from '../seal-segments.ts';
import type { ByteRange } from '../segments.ts';
import { BlobMissingError, type BlobStore, type StoredBlob } from './blob-store.ts';
import { openBucket, type S3Place } from './s3-bucket.ts';
import { mapStoreErrors, storeFailure } from './store-failure.ts';

/** A blob can have 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;

/** Stores blobs as objects in an S3-compatible store. */
export function createS3Store(place: S3Place): BlobStore {
  const bucket = openBucket(place);
  const get = (id: string, range?: ByteRange) =>
    mapStoreErrors(async () => {
      const found = await bucket.get(id, range);
      if (found === undefined) throw new BlobMissingError(id);
      return found.bytes;
    });
  async function* list(): AsyncIterable<StoredBlob> {
    try {
      for await (const { name, size } of bucket.list('', '/'))
        if (isUuid(name)) yield { id: name, bytes: size };
    } catch (error) {
      throw storeFailure(error);
    }
  }
  const probe = async () => {
    const name = `.probe-${randomUUID()}`;
    await bucket.put(name, Readable.from([Buffer.from(name)]), PART_BYTES);
    const found = await bucket.get(name);
    const read = found && (await text(found.bytes));
    await bucket.remove(name);
    if (read !== name) {
      throw new StorageError('StoreUnavailable', { cause: new Error('the store gave back other bytes') });
    }
  };
  return {
    put: async (id, bytes) => {
      const copied = Readable.from(copies(bytes), { objectMode: false });
      await mapStoreErrors(() => bucket.put(id, copied, PART_BYTES)).finally(() => copied.destroy());
    },
    get,
    read: (id, length) => mapStoreErrors(async () => buffer(await get(id, { start: 0, end: length }))),
    open: async () => undefined,
    remove: (id) =>
      mapStoreErrors(async () => {
        await bucket.removeUnfinished(id);
        await bucket.remove(id);
      }),
    list,
    probe: () => mapStoreErrors(probe),
  };
}
