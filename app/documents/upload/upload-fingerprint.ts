import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const END_BYTES = 256 * 1024;
/** Some milliseconds of work, after which the page may breathe. */
const STEP_BYTES = 1024 * 1024;

/** The first and the last bytes of a file, by which it is looked at before it is sent. */
export interface FileEnds {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

export async function readEnds(file: Blob): Promise<FileEnds> {
  const [head, tail] = await Promise.all([
    bytesOf(file.slice(0, END_BYTES)),
    bytesOf(file.slice(Math.max(0, file.size - END_BYTES))),
  ]);
  return { head, tail };
}

/**
 * By what an interrupted upload is known again: size, beginning and end, never the name. So another file of the
 * same name doesn't go on where the first one stopped.
 */
export function fingerprintOf(size: number, { head, tail }: FileEnds): string {
  const length = new DataView(new ArrayBuffer(8));
  length.setBigUint64(0, BigInt(size));
  return bytesToHex(sha256.create().update(new Uint8Array(length.buffer)).update(head).update(tail).digest());
}

/** SHA-256 of a whole file, in hex, however large it is. */
export async function hashOf(file: Blob, signal?: AbortSignal): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += STEP_BYTES) {
    signal?.throwIfAborted();
    hash.update(await bytesOf(file.slice(at, at + STEP_BYTES)));
  }
  return bytesToHex(hash.digest());
}

async function bytesOf(part: Blob): Promise<Uint8Array> {
  return new Uint8Array(await part.arrayBuffer());
}
