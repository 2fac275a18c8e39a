import type { Hash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Counts and hashes bytes while they are read by somebody else. */
export function measure(hash: Hash | undefined) {
  let size = 0;
  return {
    async *watch(bytes: AsyncIterable<Buffer> | Readable): AsyncGenerator<Buffer> {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        hash?.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    /** The number of bytes so far. */
    size: (): number => size,
  };
}
