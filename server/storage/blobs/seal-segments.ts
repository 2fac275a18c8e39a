import { release } from './release.ts';
import { segmentBuffers } from './segment-buffers.ts';
import { SEGMENT_BYTES, type SegmentKey, sealInPlace } from './segments.ts';

/** Encrypts a file in two buffers. Takes ownership of the given ones. */
export function sealSegments(segmentKey: SegmentKey, bytes: AsyncIterable<Buffer>) {
  const buffers: Buffer[] = [];
  const bufferFor = (index: number): Buffer => {
    const buffer = buffers[index % 2] ?? segmentBuffers.take();
    buffers[index % 2] = buffer;
    return buffer;
  };
  async function* segments() {
    let index = 0;
    let filled = 0;
    let buffer = bufferFor(index);
    for await (const chunk of bytes) {
      for (let taken = 0; taken < chunk.length; ) {
        // A full segment is sealed only when more bytes follow: the last segment must be marked as such.
        if (filled === SEGMENT_BYTES) {
          yield sealInPlace(segmentKey, { index, last: false }, buffer, filled);
          index += 1;
          filled = 0;
          buffer = bufferFor(index);
        }
        const copied = chunk.copy(buffer, filled, taken, taken + SEGMENT_BYTES - filled);
        taken += copied;
        filled += copied;
      }
      release(chunk);
    }
    yield sealInPlace(segmentKey, { index, last: true }, buffer, filled);
  }
  return {
    /** A segment is valid until the next but one is asked for, so that one can be written while the next is filled. */
    segments: segments(),
    /** To be called when all segments are written, and not after a failure. */
    giveBack: (): void => {
      for (const buffer of buffers.splice(0)) segmentBuffers.giveBack(buffer);
    },
  };
}

/** For a receiver that keeps segments for longer than they are valid. */
export async function* copies(segments: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const segment of segments) yield Buffer.from(segment);
}
