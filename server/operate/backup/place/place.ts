import type { Readable } from 'node:stream';
import { storeFailure } from '#server/storage/blobs/stores/store-failure.ts';
import { StorageError } from '#server/storage/errors.ts';
import { BackupError } from '../backup-error.ts';

/** A file at a place. `size` is in bytes; `modified` is by the place's clock. */
export interface PlacedFile {
  name: string;
  size: number;
  modified: Date;
}

/** Where backups are stored. Names are paths with slashes. Every method rejects with a `BackupError` that says why. */
export interface BackupPlace {
  /** The place's name for people, without credentials. */
  readonly label: string;
  /**
   * Marks the place as this portal's; `known` gives names of files that it should have. Rejects if it has neither mark nor
   * one of them. From then on nothing is written if the mark is gone, with its disk. Absent for a remote place.
   */
  claim?(known: () => Promise<readonly string[]>): Promise<void>;
  /** Resolves when the bytes are durable. Until then, the name is free or refers to the previous file. */
  put(name: string, bytes: Readable): Promise<void>;
  /** Rejects with a `FileMissingError` if there is no such file. */
  get(name: string): Promise<{ size: number; bytes: Readable }>;
  /** Lists every file whose name starts with the prefix, which is '' or ends with a slash. The order is undefined. */
  list(prefix: string): AsyncIterable<PlacedFile>;
  /** Removes a file, if it exists. */
  remove(name: string): Promise<void>;
  /** Removes the remains of interrupted `put` calls that started before that time. */
  removeUnfinished(prefix: string, before: Date): Promise<void>;
}

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
