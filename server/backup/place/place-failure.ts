import { storeFailure } from '#server/storage/blobs/stores/store-failure.ts';
import { StorageError } from '#server/storage/errors.ts';
import { BackupError } from '../backup-error.ts';

/** Runs the work; failures of the place become a `BackupError` with one sentence. Others are thrown unchanged. */
export function explainingFailures(label: string) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw placeFailure(error, label);
    }
  };
}

/** A failure of the place as a `BackupError`; other errors are returned unchanged. */
export function placeFailure(error: unknown, label: string): unknown {
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
  // A refusal of an S3 store: its own word for it, such as InvalidAccessKeyId.
  if (status !== undefined) return `${name}, status ${status}`;
  return code ?? (message.replace(/\.$/, '') || name);
}
