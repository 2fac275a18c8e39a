import { isPostgresError } from '#server/database/database.ts';
import { StorageError } from '#server/http/wire-error.ts';

/** What PostgreSQL refused, as the wire says it. Anything else stays what it is. */
function asWireError(error: unknown, key: string): unknown {
  if (!isPostgresError(error)) return error;
  if (error.code === '23505') return new StorageError('KeyAlreadyExists');
  // The key of the table, or of a folder that was moved deeper than keys may be.
  if (error.code === '23514') return new StorageError('InvalidKey', { message: `Invalid key: ${key}` });
  if (error.code === '42501') return new StorageError('AccessDenied');
  if (error.code !== '23503') return error;
  if (error.constraint === 'objects_bucket_id_fkey') return new StorageError('NoSuchBucket');
  // Its last object was removed and its blob swept since it was read.
  if (error.constraint === 'objects_blob_id_fkey') return new StorageError('NoSuchKey');
  // The person was deleted meanwhile.
  return new StorageError('AccessDenied');
}

/** Does the work; refusals by PostgreSQL become those of the wire. */
export async function refusingAsWire<T>(key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asWireError(error, key);
  }
}
