import type { Readable } from 'node:stream';
import { severalAtOnce } from '#server/several-at-once.ts';
import { BlobMissingError, type BlobStore, type StoredBlob } from './blob-store.ts';

export interface Moved {
  /** Number of blobs in the old store, and their encrypted bytes. */
  blobs: number;
  bytes: number;
  /** The part of them that this run copied. */
  copied: number;
}

interface Stores {
  from: Pick<BlobStore, 'get' | 'list'>;
  to: Pick<BlobStore, 'put' | 'remove' | 'list'>;
  onProgress(moved: Moved): void;
}

/** Concurrent copies, because a remote store is slow. */
const AT_ONCE = 4;

/**
 * Copies blobs that the new store lacks or has with another size. An interrupted run can simply be repeated.
 * Removes nothing from the old store. Blobs uploaded meanwhile are left to the next run. A run that copies nothing
 * has found every blob of the old store in the new one, with the same size.
 */
export async function copyMissing({ from, to, onProgress }: Stores): Promise<Moved> {
  const moved: Moved = { blobs: 0, bytes: 0, copied: 0 };
  await severalAtOnce(compared(from.list(), to.list()), AT_ONCE, async ({ blob, isThere }) => {
    moved.blobs += 1;
    moved.bytes += blob.bytes;
    if (isThere) return;
    if (await copy({ from, to }, blob.id)) moved.copied += 1;
    onProgress(moved);
  });
  return moved;
}

async function copy({ from, to }: Pick<Stores, 'from' | 'to'>, id: string): Promise<boolean> {
  let bytes: Readable;
  try {
    bytes = await from.get(id);
  } catch (error) {
    // Removed since it was listed.
    if (error instanceof BlobMissingError) return false;
    throw error;
  }
  try {
    // Partial data of a killed run, or another size.
    await to.remove(id);
    await to.put(id, bytes);
  } finally {
    // Node ends the process if it collects an open file that was never read.
    bytes.destroy();
  }
  return true;
}

/** Compares two sorted lists without holding either in memory. */
async function* compared(
  first: AsyncIterable<StoredBlob>,
  second: AsyncIterable<StoredBlob>,
): AsyncGenerator<{ blob: StoredBlob; isThere: boolean }> {
  const others = second[Symbol.asyncIterator]();
  let other = await others.next();
  for await (const blob of first) {
    while (!other.done && other.value.id < blob.id) other = await others.next();
    yield { blob, isThere: !other.done && other.value.id === blob.id && other.value.bytes === blob.bytes };
  }
}
