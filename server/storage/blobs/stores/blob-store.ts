import type { Readable } from 'node:stream';
import type { ByteRange } from '../segments.ts';

/** The store has no such blob. */
export class BlobMissingError extends Error {
  constructor(id: string) {
    super(`the store has no blob ${id}`);
  }
}

/** A blob in the store. */
export interface StoredBlob {
  id: string;
  /** The size of the encrypted bytes. */
  bytes: number;
}

/** An open blob of a store on this machine. */
export interface BlobFile {
  /** Fills at least so much of the buffer, unless the blob ends before, and perhaps more. Returns how much. */
  read(into: Buffer, least: number, position: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * Stores encrypted bytes. It knows ids (UUIDs made by the server) but no names, owners, or permissions. Rejects
 * with the `StorageError`s `StoreUnavailable` and `DiskFull`, with the reason as `cause`. Each call tries again, so
 * that no restart is needed.
 */
export interface BlobStore {
  /**
   * Resolves when the bytes survive a power loss. A failed put leaves at most what `remove` removes. The buffers are only
   * lent: each is valid until the next but one is asked for.
   */
  put(id: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** The reader owns the buffers. Rejects with `BlobMissingError` before the first byte. */
  get(id: string, range?: ByteRange): Promise<Readable>;
  /** Reads at once. A blob of another length gives fewer bytes or one more. Rejects as `get` does. */
  read(id: string, length: number): Promise<Buffer>;
  /**
   * Opens a blob to read parts of it into the reader's own buffers, which takes less than a stream. Undefined if each part
   * would be a request to a remote store: use `get`. Rejects as `get` does.
   */
  open(id: string): Promise<BlobFile | undefined>;
  /** Removes the blob, including partial data of an interrupted put. */
  remove(id: string): Promise<void>;
  /**
   * All complete blobs in order of id, a few thousand at a time in memory. Concurrent changes may be included or not.
   */
  list(): AsyncIterable<StoredBlob>;
  /**
   * Marks the store as this portal's; `known` gives ids of blobs that it should have. Rejects if it has neither mark nor one
   * of them. From then on nothing is written if the mark is gone, with its disk. Absent for a remote store.
   */
  claim?(known: () => Promise<readonly string[]>): Promise<void>;
  /**
   * Resolves when a few bytes can be written, read back, and removed. Rejects as above within 5 seconds. Callers at
   * the same time share one probe, and its outcome is cached for 2 seconds, because `/readyz` is public.
   */
  probe(): Promise<void>;
}
