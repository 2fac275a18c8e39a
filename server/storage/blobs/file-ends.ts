import { HEAD_BYTES, TAIL_BYTES } from '#domain/documents/document-types.ts';

/** The first and the last bytes of a file. */
export interface FileEnds {
  head: Buffer;
  tail: Buffer;
}

/** Passes the bytes on, and copies their ends. The buffers themselves are released by the next consumer. */
export function captureEnds(onHead: (head: Buffer) => void = () => undefined) {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  const look = (chunk: Buffer) => {
    if (head.length < HEAD_BYTES) {
      head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      if (head.length === HEAD_BYTES) onHead(head);
    }
    tail =
      chunk.length < TAIL_BYTES
        ? Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES)
        : Buffer.from(chunk.subarray(-TAIL_BYTES));
  };
  return {
    async *watch(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
      for await (const chunk of bytes) {
        look(chunk);
        yield chunk;
      }
    },
    seen: (): FileEnds => ({ head, tail }),
  };
}
