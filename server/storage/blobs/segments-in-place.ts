import type { Cipheriv, Decipheriv } from 'node:crypto';
import { release } from './release.ts';
import {
  BlobBrokenError,
  openCipher,
  openDecipher,
  type SegmentKey,
  TAG_BYTES,
  wrongSegment,
} from './segments.ts';

/** Node returns each result in new memory; pieces of this size stay in the allocator's own, which is there already. */
const PIECE_BYTES = 64 * 1024;

/** Encrypts the first bytes of the buffer where they are. Returns the stored segment: them and their tag. */
export function sealInPlace(
  segmentKey: SegmentKey,
  { index, last }: { index: number; last: boolean },
  buffer: Buffer,
  length: number,
): Buffer {
  const cipher = openCipher(segmentKey, index, last);
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
