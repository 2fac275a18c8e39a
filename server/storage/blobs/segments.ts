import {
  type Cipheriv,
  createCipheriv,
  createDecipheriv,
  type DecipherGCM,
  type Decipheriv,
} from 'node:crypto';
import { Transform } from 'node:stream';
import { release } from './release.ts';

/**
 * How a file is encrypted: AES-256-GCM in segments, each with its own tag, so that a range can be read without the rest,
 * and no byte is sent before it is verified. The nonce is the segment's number, which is safe because a key encrypts only
 * one file, once. The additional authenticated data (blob id, segment number, whether it is the last) detects swapped,
 * dropped, appended and reordered segments.
 */
export const SEGMENT_BYTES = 256 * 1024;
export const TAG_BYTES = 16;
export const KEY_BYTES = 32;
const STORED_SEGMENT_BYTES = SEGMENT_BYTES + TAG_BYTES;
const ALGORITHM = 'aes-256-gcm';

/** The stored bytes are not the bytes that were written. */
export class BlobBrokenError extends Error {}

export interface SegmentKey {
  key: Buffer;
  blobId: string;
}

/** Both ends are inclusive, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

/** An empty file has one empty segment, so that its length is authenticated too. */
export function lastSegmentOf(size: number): number {
  return Math.max(Math.ceil(size / SEGMENT_BYTES) - 1, 0);
}

/** Where a segment of a file of this size is stored, with its tag. */
export function storedSegment(index: number, size: number): { start: number; length: number } {
  const clear = index === lastSegmentOf(size) ? size - index * SEGMENT_BYTES : SEGMENT_BYTES;
  return { start: index * STORED_SEGMENT_BYTES, length: clear + TAG_BYTES };
}

/** The range of stored bytes needed to read this plaintext range. */
export function storedRange({ start, end }: ByteRange, size: number): ByteRange {
  const lastNeeded = Math.floor(end / SEGMENT_BYTES);
  const storedLength = size + (lastSegmentOf(size) + 1) * TAG_BYTES;
  return {
    start: Math.floor(start / SEGMENT_BYTES) * STORED_SEGMENT_BYTES,
    end: Math.min((lastNeeded + 1) * STORED_SEGMENT_BYTES, storedLength) - 1,
  };
}

function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 8);
  return nonce;
}

function boundTo(blobId: string, index: number, last: boolean): Buffer {
  return Buffer.from(`nutmeg blob v1 ${blobId} ${index} ${last ? 'last' : 'more'}`);
}

function openDecipher({ key, blobId }: SegmentKey, index: number, last: boolean): DecipherGCM {
  const decipher = createDecipheriv(ALGORITHM, key, nonceOf(index), { authTagLength: TAG_BYTES });
  return decipher.setAAD(boundTo(blobId, index, last));
}

function wrongSegment({ blobId }: SegmentKey, index: number, cause: unknown): BlobBrokenError {
  return new BlobBrokenError(`segment ${index} of blob ${blobId} is not what was written`, { cause });
}

/** Node returns each result in new memory; pieces of this size stay in the allocator's own, which is there already. */
const PIECE_BYTES = 64 * 1024;

/** Encrypts the first bytes of the buffer where they are. Returns the stored segment: them and their tag. */
export function sealInPlace(
  { key, blobId }: SegmentKey,
  { index, last }: { index: number; last: boolean },
  buffer: Buffer,
  length: number,
): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonceOf(index)).setAAD(boundTo(blobId, index, last));
  replace(cipher, buffer.subarray(0, length));
  cipher.final();
  cipher.getAuthTag().copy(buffer, length);
  return buffer.subarray(0, length + TAG_BYTES);
}

/** Decrypts a stored segment where it is. Returns its plaintext, verified. Throws `BlobBrokenError`. */
export function openInPlace(
  segmentKey: SegmentKey,
  { index, last }: { index: number; last: boolean },
  stored: Buffer,
): Buffer {
  const body = stored.subarray(0, stored.length - TAG_BYTES);
  const decipher = openDecipher(segmentKey, index, last).setAuthTag(stored.subarray(body.length));
  replace(decipher, body);
  try {
    decipher.final();
  } catch (cause) {
    throw wrongSegment(segmentKey, index, cause);
  }
  return body;
}

/** The plaintext of a file of one segment, verified; where the stored bytes were. Throws `BlobBrokenError`. */
export function decryptSingleSegment(segmentKey: SegmentKey, size: number, stored: Buffer): Buffer {
  if (stored.length !== size + TAG_BYTES) {
    const difference = stored.length < size + TAG_BYTES ? 'shorter' : 'longer';
    throw new BlobBrokenError(`blob ${segmentKey.blobId} is ${difference} than what was written`);
  }
  return openInPlace(segmentKey, { index: 0, last: true }, stored);
}

function replace(cipher: Cipheriv | Decipheriv, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const result = cipher.update(bytes.subarray(at, at + PIECE_BYTES));
    result.copy(bytes, at);
    release(result);
  }
}

/**
 * Stored bytes in (takes ownership of the buffers), from the start of the segment in which the range begins; the
 * plaintext of the range out. A segment is passed on only after its tag was verified. Fails with `BlobBrokenError`.
 */
export function decryptSegments(segmentKey: SegmentKey, size: number, range: ByteRange): Transform {
  const { blobId } = segmentKey;
  const last = lastSegmentOf(size);
  const lastNeeded = size === 0 ? 0 : Math.floor(range.end / SEGMENT_BYTES);
  let index = Math.floor(range.start / SEGMENT_BYTES);
  let decipher = open();
  let bodyLeft = bodyLength();
  let clear: Buffer[] = [];
  const tag = Buffer.alloc(TAG_BYTES);
  let tagFilled = 0;

  function open() {
    return openDecipher(segmentKey, index, index === last);
  }
  function bodyLength() {
    return index === last ? size - last * SEGMENT_BYTES : SEGMENT_BYTES;
  }
  function prove(stream: Transform) {
    decipher.setAuthTag(tag);
    try {
      decipher.final();
    } catch (cause) {
      throw wrongSegment(segmentKey, index, cause);
    }
    let offset = index * SEGMENT_BYTES;
    for (const part of clear) {
      const wanted = part.subarray(Math.max(range.start - offset, 0), Math.max(range.end + 1 - offset, 0));
      if (wanted.length > 0) stream.push(wanted);
      offset += part.length;
    }
    clear = [];
    tagFilled = 0;
    index += 1;
    if (index > lastNeeded) return;
    decipher = open();
    bodyLeft = bodyLength();
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        let rest = chunk;
        while (rest.length > 0) {
          if (index > lastNeeded) throw new BlobBrokenError(`blob ${blobId} is longer than what was written`);
          if (bodyLeft > 0) {
            const part = rest.subarray(0, bodyLeft);
            clear.push(decipher.update(part));
            bodyLeft -= part.length;
            rest = rest.subarray(part.length);
            continue;
          }
          const part = rest.subarray(0, TAG_BYTES - tagFilled);
          part.copy(tag, tagFilled);
          tagFilled += part.length;
          rest = rest.subarray(part.length);
          if (tagFilled === TAG_BYTES) prove(this);
        }
        release(chunk);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      done(
        index > lastNeeded ? null : new BlobBrokenError(`blob ${blobId} is shorter than what was written`),
      );
    },
  });
}
