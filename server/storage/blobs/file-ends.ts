import { HEAD_BYTES, TAIL_BYTES } from '#domain/documents/document-types.ts';

/** The first and the last bytes of a file. */
export interface FileEnds {
  head: Buffer;
  tail: Buffer;
}

/**
 * Passes the bytes on, and copies their ends, always to the same memory: with a new buffer for each chunk, V8 would collect
 * its whole heap after every 50 MB. The chunks themselves are released by the next consumer.
 */
export function captureEnds(onHead: (head: Buffer) => void = () => undefined) {
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  const tail = Buffer.allocUnsafe(TAIL_BYTES);
  let headLength = 0;
  let tailLength = 0;
  const look = (chunk: Buffer) => {
    if (headLength < HEAD_BYTES) {
      headLength += chunk.copy(head, headLength);
      if (headLength === HEAD_BYTES) onHead(head);
    }
    const added = Math.min(chunk.length, TAIL_BYTES);
    const kept = Math.min(tailLength, TAIL_BYTES - added);
    tail.copyWithin(0, tailLength - kept, tailLength);
    chunk.copy(tail, kept, chunk.length - added);
    tailLength = kept + added;
  };
  return {
    async *watch(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
      for await (const chunk of bytes) {
        look(chunk);
        yield chunk;
      }
    },
    seen: (): FileEnds => ({ head: head.subarray(0, headLength), tail: tail.subarray(0, tailLength) }),
  };
}
