import { segmentBuffers } from './segment-buffers.ts';
import {
  BlobBrokenError,
  type ByteRange,
  lastSegmentOf,
  openInPlace,
  SEGMENT_BYTES,
  type SegmentKey,
  storedSegment,
} from './segments.ts';
import type { BlobFile } from './stores/blob-store.ts';

/** Reads a file in two buffers, one ahead. Resolves when the first segment is verified. If it rejects, it is closed. */
export async function readSegments(file: BlobFile, segmentKey: SegmentKey, size: number, range: ByteRange) {
  const last = lastSegmentOf(size);
  const lastNeeded = Math.floor(range.end / SEGMENT_BYTES);
  const buffers: Buffer[] = [];
  let index = Math.floor(range.start / SEGMENT_BYTES);
  let used: Buffer | undefined;
  let reading: Promise<Buffer> | undefined;

  const taken = () => {
    const buffer = segmentBuffers.take();
    buffers.push(buffer);
    return buffer;
  };
  const read = async (at: number, into: Buffer): Promise<Buffer> => {
    const { start, length } = storedSegment(at, size);
    // One byte more than the last segment has: a longer file is not what was written.
    const asked = into.subarray(0, at === last ? length + 1 : length);
    const bytesRead = await file.read(asked, length, start);
    if (bytesRead !== length) {
      const difference = bytesRead < length ? 'shorter' : 'longer';
      throw new BlobBrokenError(`blob ${segmentKey.blobId} is ${difference} than what was written`);
    }
    return into;
  };
  const begin = (into: Buffer) => {
    reading = read(index, into);
    // Its error is handled when its turn comes.
    reading.catch(() => undefined);
  };

  const next = async (): Promise<Buffer | undefined> => {
    if (!reading) return undefined;
    const stored = await reading;
    const at = index;
    index += 1;
    const free = used;
    used = stored;
    reading = undefined;
    if (index <= lastNeeded) begin(free ?? taken());
    const { length } = storedSegment(at, size);
    const clear = openInPlace(segmentKey, { index: at, last: at === last }, stored.subarray(0, length));
    const offset = at * SEGMENT_BYTES;
    return clear.subarray(Math.max(range.start - offset, 0), range.end + 1 - offset);
  };

  let done = false;
  /** Closes the file. To be called in any case, after the last buffer was used or its use was given up. */
  const close = async () => {
    // The kernel may still write to the buffer and read from the file.
    await reading?.catch(() => undefined);
    await file.close();
    if (done) for (const buffer of buffers.splice(0)) segmentBuffers.giveBack(buffer);
  };
  try {
    begin(taken());
    let first = await next();
    return {
      /** The next segment, verified; valid until the next call. Undefined at the end. Rejects with `BlobBrokenError`. */
      next: async (): Promise<Buffer | undefined> => {
        const bytes = first ?? (await next());
        first = undefined;
        // The reader has used the last one too, or it would not ask for more.
        done = bytes === undefined;
        return bytes;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The plaintext of a range, segment by segment. */
export type SegmentReader = Awaited<ReturnType<typeof readSegments>>;
