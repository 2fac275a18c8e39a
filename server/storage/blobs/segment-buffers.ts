import { SEGMENT_BYTES, TAG_BYTES } from './segments.ts';

/** One byte more than a stored segment, which shows that a file is longer than it should be. */
const BUFFER_BYTES = SEGMENT_BYTES + TAG_BYTES + 1;
/** Two for each of some files at the same time: 5 MB. */
const MOST_KEPT = 20;

export function createSegmentBuffers(mostKept = MOST_KEPT) {
  const free: Buffer[] = [];
  return {
    take: (): Buffer => free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES),
    giveBack(buffer: Buffer): void {
      if (free.includes(buffer)) throw new Error('a buffer was given back twice');
      if (free.length < mostKept) free.push(buffer);
    },
  };
}

/**
 * Buffers of one stored segment, used again and again: new memory of this size costs the kernel three times as much as
 * the decryption, since each of its pages has to be cleared and mapped.
 *
 * Dangerous: a buffer that is given back while something still reads or writes it would mix the bytes of two files. So
 * only its one owner gives it back, and only after everything has gone well. Otherwise it is left to the garbage
 * collection.
 */
export const segmentBuffers = createSegmentBuffers();
