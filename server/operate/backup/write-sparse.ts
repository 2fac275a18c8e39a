import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

const BLOCK_BYTES = 64 * 1024;
const ZEROS = Buffer.alloc(BLOCK_BYTES);

/** Writes a sparse file: most WAL files of an office are almost empty. */
export async function writeSparse(
  file: FileHandle,
  bytes: AsyncIterable<Buffer>,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    for (let at = 0; at < chunk.length; at += BLOCK_BYTES) {
      const block = chunk.subarray(at, at + BLOCK_BYTES);
      if (!block.equals(ZEROS.subarray(0, block.length))) await file.write(block, 0, block.length, size + at);
    }
    size += chunk.length;
  }
  await file.truncate(size);
  return { size, sha256: hash.digest('hex') };
}
