import { isPostgresError } from '#server/database/database.ts';
import { StorageError } from './errors.ts';

/** The client's quota is used up (migration 0019_room). */
const NO_ROOM = 'NM413';
/** The document is signed, or out for signature (migration 0068_signature_requests). */
const SEALED = 'NM423';
/** Too many recorded acts of a client in an hour (migration 0017_document_record). */
const TOO_MUCH = 'NM429';

/** A refusal by PostgreSQL as an error of the catalog. Other errors stay as they are. */
function toStorageError(error: unknown, key: string): unknown {
  if (!isPostgresError(error)) return error;
  if (error.code === '23505') return new StorageError('KeyAlreadyExists');
  // The object's key, or a key in a folder that was moved too deep.
  if (error.code === '23514') return new StorageError('InvalidKey', { message: `Invalid key: ${key}`, key });
  if (error.code === TOO_MUCH) return new StorageError('TooManyRequests');
  if (error.code === NO_ROOM) return new StorageError('QuotaExceeded');
  if (error.code === SEALED) return new StorageError('ResourceLocked');
  if (error.code === '42501') return new StorageError('AccessDenied');
  if (error.code !== '23503') return error;
  if (error.constraint === 'objects_bucket_id_fkey') return new StorageError('NoSuchBucket');
  // The blob's last object was removed, and the blob swept, since it was read.
  if (error.constraint === 'objects_blob_id_fkey') return new StorageError('NoSuchKey');
  // The person was deleted in between.
  return new StorageError('AccessDenied');
}

/** Does the work. Refusals by PostgreSQL become a `StorageError`. */
export async function mapDatabaseErrors<T>(key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toStorageError(error, key);
  }
}
