import { close, open, read } from 'node:fs';
import { promisify } from 'node:util';

const [openFile, readFrom, closeFile] = [promisify(open), promisify(read), promisify(close)];

/**
 * Reads a file of this length. If it has another length, the result has fewer bytes or one more. Plain descriptors, because
 * a handle and a stream cost more than the read itself.
 */
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
