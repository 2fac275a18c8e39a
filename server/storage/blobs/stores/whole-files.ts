import { close, fsync, open, read, write } from 'node:fs';
import { promisify } from 'node:util';

// Plain descriptors, because for a small file a handle and a stream cost more than the read itself.
const [openFile, readFrom, writeTo] = [promisify(open), promisify(read), promisify(write)];
const [syncFile, closeFile] = [promisify(fsync), promisify(close)];

/** Reads a file of this length. If it has another length, the result has fewer bytes or one more. */
export async function readWhole(path: string, length: number): Promise<Buffer> {
  const file = await openFile(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(length + 1);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await readFrom(file, bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await closeFile(file);
  }
}

/** Writes a new file. Resolves when its bytes survive a power loss; its name does only after its folder is synced. */
export async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const file = await openFile(path, 'wx', 0o600);
  try {
    let written = 0;
    while (written < bytes.length) {
      written += (await writeTo(file, bytes, written, bytes.length - written, null)).bytesWritten;
    }
    await syncFile(file);
  } finally {
    await closeFile(file);
  }
}
