import { StorageError } from '../errors.ts';
import type { Destination } from './writers.ts';

/**
 * The bytes that this process is taking in just now, by the first folder that they are for, which is one client's.
 * The database counts what has arrived whole (migration 0011) and has the last word; without this, a hundred
 * uploads at once would each find all the room free, and fill the disk before the first of them ends.
 */
export interface UnderWay {
  /** Gives the bytes on, as long as all that is under way to the same folder fits into the room. */
  within(at: Destination, room: number, bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
}

export function createUnderWay(): UnderWay {
  const sums = new Map<string, number>();
  const change = (folder: string, by: number): number => {
    const sum = (sums.get(folder) ?? 0) + by;
    if (sum === 0) sums.delete(folder);
    else sums.set(folder, sum);
    return sum;
  };
  return {
    within: ({ bucketId, key }, room, bytes) => {
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
