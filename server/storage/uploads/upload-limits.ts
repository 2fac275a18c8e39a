import { StorageError } from '../errors.ts';
import type { BucketRow } from '../objects/objects.ts';

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
