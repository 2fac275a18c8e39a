import type { Readable } from 'node:stream';
import type { ByteRange } from '../segments.ts';

/** The store has no such blob. */
export class BlobMissingError extends Error {
  constructor(id: string) {
    super(`the store has no blob ${id}`);
  }
}

/** A blob as the store has it. */
export interface StoredBlob {
  id: string;
  /** Of the encrypted bytes. */
  bytes: number;
}

/** What a blob is called. Anything else in the store is not ours, or not whole yet. */
export const BLOB_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Stores encrypted bytes. It knows ids (UUIDs made by the server) but no names, owners or rights.
 * A store that can't be reached, refuses, or has no room rejects with the `StorageError`s `StoreUnavailable` and
 * `DiskFull`, whose `cause` says why; the next call finds out anew, so that nothing needs a restart.
 */
export interface BlobStore {
  /**
   * Resolves when the bytes survive a loss of power. A put that failed leaves at most what `remove` removes.
   * The buffers are the store's from then on: it may give their memory back.
   */
  put(id: string, bytes: Readable): Promise<void>;
  /** The buffers are the reader's. Rejects with `BlobMissingError` before the first byte. */
  get(id: string, range?: ByteRange): Promise<Readable>;
  /** Removes what is there of it, also the beginnings of a put that was cut off. */
  remove(id: string): Promise<void>;
  /**
   * Every whole blob in the order of the ids, a few thousand at a time in memory. What comes or goes meanwhile may be
   * among them or not.
   */
  list(): AsyncIterable<StoredBlob>;
  /**
   * Resolves when a few bytes can be written, read back, and removed. Rejects as above within 5 seconds. Callers at
   * the same time share one probe, and its outcome is remembered for 2 seconds: anybody may ask for `/readyz`.
   */
  probe(): Promise<void>;
}
