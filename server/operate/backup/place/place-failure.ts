import { storeFailure } from '#server/storage/blobs/stores/store-failure.ts';
import { StorageError } from '#server/storage/errors.ts';
import { BackupError } from '../backup-error.ts';

/** Returns a function that runs work and rethrows failures of the place as a `BackupError`. */
export function mapPlaceErrors(label: string) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toBackupError(error, label);
    }
  };
}

/** Converts a failure of the place to a `BackupError` with one sentence. Other errors are returned unchanged. */
export function toBackupError(error: unknown, label: string): unknown {
  if (error instanceof BackupError) return error;
  const failure = storeFailure(error);
  if (!(failure instanceof StorageError)) return error;
  const reason = reasonOf(failure.cause ?? error);
  const sentence =
    failure.code === 'DiskFull'
      ? `The backup place ${label} is full (${reason}).`
      : `The backup place ${label} can't be used: ${reason}.`;
  return new BackupError(sentence, { cause: error });
}

function reasonOf(error: unknown): string {
  const { name, code, message, $metadata } = error as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode;
  // An error of an S3 store, such as InvalidAccessKeyId.
  if (status !== undefined) return `${name}, status ${status}`;
  return code ?? (message.replace(/\.$/, '') || name);
}
