import { StorageError } from '#server/http/wire-error.ts';

/** The disk, or the store behind the wire, has no room. Swift answers 507; a quota is as good as a full disk. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What a file system or a network says when it can't serve anybody just now. */
const UNAVAILABLE = new Set([
  ...[
    'EIO',
    'EACCES',
    'EPERM',
    'EROFS',
    'ENOENT',
    'ENOTDIR',
    'EEXIST',
    'EISDIR',
    'ENXIO',
    'ENODEV',
    'ESTALE',
    'EBUSY',
  ],
  ...['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO'],
]);

/**
 * What the store could not do, as the wire says it: `DiskFull` (507) or `StoreUnavailable` (503), with the reason as
 * `cause`. Anything else is returned as it is: the caller's own bytes may have failed, not the store.
 */
export function storeFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageError) return error;
  const { code, $metadata } = error as Error & { code?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  if (FULL.has(code ?? '') || status === 507) return new StorageError('DiskFull', { cause: error });
  // Every answer of the store that is an error: it refuses our key, it knows no such bucket, it is overloaded.
  const refused = $metadata !== undefined;
  const noAnswer = ['TimeoutError', 'CredentialsProviderError'].includes(error.name);
  if (refused || noAnswer || UNAVAILABLE.has(code ?? '')) {
    return new StorageError('StoreUnavailable', { cause: error });
  }
  return error;
}

/** Does the work; failures of the store become those of the wire. */
export async function failingAsWire<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeFailure(error);
  }
}
