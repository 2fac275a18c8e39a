import type { Readable } from 'node:stream';

/** A file at a place. Sizes are in bytes; `modified` is by the place's own clock. */
export interface PlacedFile {
  name: string;
  size: number;
  modified: Date;
}

/**
 * Where backups are kept. Names are paths with slashes. Every method rejects with a `BackupError` that says in one
 * sentence what is wrong: full, not reachable, or refused.
 */
export interface BackupPlace {
  /** The place as people may read it: without credentials. */
  readonly label: string;
  /** Resolves when the bytes survive a loss of power. Until then, nothing or the former file has the name. */
  put(name: string, bytes: Readable): Promise<void>;
  /** Rejects with a `FileMissingError` if there is no such file. */
  get(name: string): Promise<{ size: number; bytes: Readable }>;
  /** Every file whose name begins with the prefix, which is '' or ends with a slash. In no particular order. */
  list(prefix: string): AsyncIterable<PlacedFile>;
  /** Removes a file; one that is not there is fine. */
  remove(name: string): Promise<void>;
  /** Removes what puts under such names have left that were cut off, if they began before that time. */
  removeUnfinished(prefix: string, before: Date): Promise<void>;
}
