import { StorageError } from '../errors.ts';
import type { BucketRow } from '../objects/objects.ts';
import type { Destination } from '../objects/writer.ts';

/** For every bucket. */
const MAX_FILE_BYTES = 5 * 1024 ** 3;

/** An upload whose connection sends nothing for this long is cut off. */
export const IDLE_MS = 120_000;

export function sizeLimit(bucket: BucketRow): number {
  return Math.min(Number(bucket.file_size_limit ?? MAX_FILE_BYTES), MAX_FILE_BYTES);
}

/** Throws `EntityTooLarge` above the limit. Content-Length may be missing or wrong. */
export async function* limitBytes(bytes: AsyncIterable<Buffer>, limit: number): AsyncIterable<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > limit) throw new StorageError('EntityTooLarge');
    yield chunk;
  }
}

export function createInFlightBytes() {
  const sums = new Map<string, number>();
  const change = (folder: string, by: number): number => {
    const sum = (sums.get(folder) ?? 0) + by;
    if (sum === 0) sums.delete(folder);
    else sums.set(folder, sum);
    return sum;
  };
  return {
    /** Passes the bytes on. Throws `QuotaExceeded` if the folder's bytes in flight exceed its quota. */
    limit: (
      { bucketId, key }: Destination,
      room: number,
      bytes: AsyncIterable<Buffer>,
    ): AsyncIterable<Buffer> => {
      if (room === Number.POSITIVE_INFINITY) return bytes;
      const folder = `${bucketId}/${key.split('/', 1)[0]}`;
      return (async function* () {
        let own = 0;
        try {
          for await (const chunk of bytes) {
            own += chunk.length;
            if (change(folder, chunk.length) > room) throw new StorageError('QuotaExceeded');
            yield chunk;
          }
        } finally {
          change(folder, -own);
        }
      })();
    },
  };
}

/**
 * The bytes that this process is receiving, by the first folder of their keys, which is one client's. The database
 * counts complete uploads (migration 0019_room) and decides. Without this, each of a hundred concurrent uploads would
 * see the whole quota as free, and they would fill the disk before the first one ends.
 */
export type InFlightBytes = ReturnType<typeof createInFlightBytes>;
