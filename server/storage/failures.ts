import { isPostgresError } from '#server/database/database.ts';
import { StorageError } from './errors.ts';

/** More than one client may store (migration 0011). */
const NO_ROOM = 'NM413';
/** More than one client may do in an hour, since each act is recorded for good (migration 0009). */
const TOO_MUCH = 'NM429';

/** What PostgreSQL refused, as the wire says it. Anything else stays what it is. */
function asWireError(error: unknown, key: string): unknown {
  if (!isPostgresError(error)) return error;
  if (error.code === '23505') return new StorageError('KeyAlreadyExists');
  // The key of the table, or of a folder that was moved deeper than keys may be.
  if (error.code === '23514') return new StorageError('InvalidKey', { message: `Invalid key: ${key}` });
  if (error.code === TOO_MUCH) return new StorageError('TooManyRequests');
  if (error.code === NO_ROOM) return new StorageError('QuotaExceeded');
  if (error.code === '42501') return new StorageError('AccessDenied');
  if (error.code !== '23503') return error;
  if (error.constraint === 'objects_bucket_id_fkey') return new StorageError('NoSuchBucket');
  // Its last object was removed and its blob swept since it was read.
  if (error.constraint === 'objects_blob_id_fkey') return new StorageError('NoSuchKey');
  // The person was deleted meanwhile.
  return new StorageError('AccessDenied');
}

/** Does the work; refusals by PostgreSQL become those of the wire. */
export async function mapDatabaseErrors<T>(key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asWireError(error, key);
  }
}

const ATTEMPTS = 10;
const DEADLOCK = '40P01';

/**
 * For work on several rows, which may meet other such work from the other side. PostgreSQL then undoes one of
 * the two, wholly; that one simply begins again.
 */
export async function retryOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isPostgresError(error) || error.code !== DEADLOCK || attempt === ATTEMPTS) throw error;
    }
  }
}
