import type { Blob } from '../blobs/blobs.ts';
import { StorageError } from '../errors.ts';
import type { BucketRow, ObjectMetadata } from '../objects/objects.ts';

/** What no bucket allows to exceed. */
const MAX_FILE_BYTES = 5 * 1024 ** 3;

export function sizeLimit(bucket: BucketRow): number {
  return Math.min(Number(bucket.file_size_limit ?? MAX_FILE_BYTES), MAX_FILE_BYTES);
}

/** Counted as it comes: a Content-Length may be missing or lie. */
export async function* limited(bytes: AsyncIterable<Buffer>, limit: number): AsyncIterable<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > limit) throw new StorageError('EntityTooLarge');
    yield chunk;
  }
}

/** What the hosted service would keep about an object with these bytes. */
export function describe(
  { size, sha256 }: Pick<Blob, 'size' | 'sha256'>,
  { mimetype, cacheControl }: { mimetype: string; cacheControl: string },
): ObjectMetadata {
  return {
    eTag: `"${sha256.toString('hex').slice(0, 32)}"`,
    size,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  };
}
