import { NETWORK_FAILURES } from '#server/database/availability.ts';
import { StorageError } from '../../errors.ts';

/** The disk, or the remote store, has no room. Swift answers 507; a full quota counts as a full disk. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Codes of a file system, or of a machine without resources, that is temporarily unavailable. */
const FILE_SYSTEM_FAILURES =
  'EIO EACCES EPERM EROFS ENOENT ENOTDIR EEXIST EISDIR ENXIO ENODEV ESTALE EBUSY ENOMEM EAGAIN EPROTO';
const UNAVAILABLE = new Set([...NETWORK_FAILURES, ...FILE_SYSTEM_FAILURES.split(' ')]);

/**
 * A failure of the store, as it is reported to the client: `DiskFull` (507) or `StoreUnavailable` (503), with the
 * reason as `cause`. Anything else is returned unchanged: the caller's own bytes may have failed, not the store.
 */
export function storeFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageError) return error;
  const { code, $metadata } = error as Error & { code?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  if (FULL.has(code ?? '') || status === 507) return new StorageError('DiskFull', { cause: error });
  // Error responses of the store: invalid key, unknown bucket, overload.
  const refused = $metadata !== undefined;
  const noAnswer = ['TimeoutError', 'CredentialsProviderError'].includes(error.name);
  if (refused || noAnswer || UNAVAILABLE.has(code ?? '')) {
    return new StorageError('StoreUnavailable', { cause: error });
  }
  return error;
}

/** Runs the operation and converts failures of the store with `storeFailure`. */
export async function mapStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeFailure(error);
  }
}
