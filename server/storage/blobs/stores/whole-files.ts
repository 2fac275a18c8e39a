import { close, closeSync, fsync, open, read, write } from 'node:fs';
import { promisify } from 'node:util';
import type { BlobFile } from './blob-store.ts';
import { mapStoreErrors } from './store-failure.ts';

// Plain descriptors, because for a small file a handle and a stream cost more than the read itself. Each call goes through
// another thread, which costs more than the call, so descriptors are closed on this one: closing waits only if bytes that
// were written are not on the disk yet.
const [openFile, readFrom, writeTo] = [promisify(open), promisify(read), promisify(write)];
const [syncFile, closeFile] = [promisify(fsync), promisify(close)];

/** Fills at least so much of the buffer, unless the file ends before, and perhaps more. Returns how much. */
async function readAt(file: number, into: Buffer, least: number, position: number): Promise<number> {
  let filled = 0;
  while (filled < least) {
    const { bytesRead } = await readFrom(file, into, filled, into.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

export async function openToRead(path: string): Promise<BlobFile> {
  const file = await openFile(path, 'r');
  return {
    read: (...asked) => mapStoreErrors(() => readAt(file, ...asked)),
    close: async () => closeSync(file),
  };
}

/** Reads a file of this length. If it has another length, the result has fewer bytes or one more. */
export async function readWhole(path: string, length: number): Promise<Buffer> {
  const file = await openFile(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(length + 1);
    return bytes.subarray(0, await readAt(file, bytes, length, 0));
  } finally {
    closeSync(file);
  }
}

/**
 * Writes a new file, each part while the next is prepared. Checks now and then whether it may go on. Resolves when the
 * bytes survive a power loss; the name does only after its folder is synced.
 */
export async function writeFile(
  path: string,
  bytes: AsyncIterable<Buffer>,
  { everyBytes, check }: { everyBytes: number; check(): Promise<void> },
): Promise<void> {
  const file = await openFile(path, 'wx', 0o600);
  let unchecked = 0;
  let writing: Promise<void> | undefined;
  try {
    try {
      for await (const part of bytes) {
        await writing;
        unchecked += part.length;
        if (unchecked >= everyBytes) {
          await check();
          unchecked = 0;
        }
        writing = writeAll(file, part);
        // Its error is handled when the next one is written, or at the end.
        writing.catch(() => undefined);
      }
    } finally {
      // Before the descriptor is closed and given to another file.
      await writing;
    }
    await syncFile(file);
  } catch (error) {
    await closeFile(file);
    throw error;
  }
  closeSync(file);
}

async function writeAll(file: number, bytes: Buffer): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    written += (await writeTo(file, bytes, written, bytes.length - written, null)).bytesWritten;
  }
}
