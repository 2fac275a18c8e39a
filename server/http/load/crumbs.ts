import type { IncomingMessage } from 'node:http';

/**
 * A body in chunks of one byte costs six bytes on the wire and a call for each: a few such connections keep a process
 * busy. No client does this. This many bytes beyond twice the body may arrive before the connection is cut.
 */
const MOST_OVERHEAD = 8 * 1024;

/** Says whether most of what has arrived so far is not the body itself. */
function overheadOf({ socket }: IncomingMessage): (bodyBytes: number) => boolean {
  const before = socket.bytesRead;
  return (bodyBytes) => socket.bytesRead - before > 2 * bodyBytes + MOST_OVERHEAD;
}

/**
 * The bytes of a body, as the stream's own iterator gives them; the stream is left alone when the reader leaves early.
 * Cuts the connection where the body comes in crumbs: an answer would only keep the crumbs coming.
 */
export async function* bodyBytes(body: IncomingMessage): AsyncIterable<Buffer> {
  const isOverhead = overheadOf(body);
  let size = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (isOverhead(size + body.readableLength)) body.socket.destroy();
    yield chunk;
  }
}

/** The same for a body that flows into another stream. */
export function cutCrumbs(body: IncomingMessage): void {
  const isOverhead = overheadOf(body);
  let size = 0;
  body.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (isOverhead(size + body.readableLength)) body.socket.destroy();
  });
}
