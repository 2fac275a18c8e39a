import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const END_BYTES = 256 * 1024;
/** Small enough that hashing one chunk does not block the page noticeably. */
const CHUNK_BYTES = 1024 * 1024;

type FileEnds = Awaited<ReturnType<typeof readEnds>>;

/** The first and last 256 KB of a file. */
export async function readEnds(file: Blob) {
  const [head, tail] = await Promise.all([
    bytesOf(file.slice(0, END_BYTES)),
    bytesOf(file.slice(Math.max(0, file.size - END_BYTES))),
  ]);
  return { head, tail };
}

/**
 * Identifies the file of an interrupted upload: SHA-256 over its size (8 bytes, big-endian), head, and tail, in hex.
 * The name is not part of it, so that another file with the same name can't resume the upload.
 */
export function fingerprintOf(size: number, { head, tail }: FileEnds): string {
  const length = new DataView(new ArrayBuffer(8));
  length.setBigUint64(0, BigInt(size));
  return bytesToHex(sha256.create().update(new Uint8Array(length.buffer)).update(head).update(tail).digest());
}

/** SHA-256 of a whole file, in hex. Reads it in chunks. */
export async function hashOf(file: Blob, signal?: AbortSignal): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    signal?.throwIfAborted();
    hash.update(await bytesOf(file.slice(at, at + CHUNK_BYTES)));
  }
  return bytesToHex(hash.digest());
}

async function bytesOf(part: Blob): Promise<Uint8Array> {
  return new Uint8Array(await part.arrayBuffer());
}
