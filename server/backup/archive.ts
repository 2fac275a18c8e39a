import { createHash } from 'node:crypto';
import { BackupError } from './backup-error.ts';

/** A file on its way into an archive. Its size need not be known: files of a running database change. */
export interface Entry {
  path: string;
  bytes: AsyncIterable<Buffer>;
}

/** The contents of an archive. */
export interface Packed {
  path: string;
  size: number;
  /** In hex. */
  sha256: string;
}

const MOST_CHUNK = 4 * 1024 * 1024;

/**
 * Many files as one stream: for each file the length of its path (16 bits), its path, chunks with their length (32
 * bits) before them, and a chunk of length 0; at the end a path of length 0.
 */
export async function* pack(
  entries: AsyncIterable<Entry>,
  onPacked: (packed: Packed) => void,
): AsyncGenerator<Buffer> {
  for await (const { path, bytes } of entries) {
    const name = Buffer.from(path);
    yield Buffer.concat([lengthOf(name, 2), name]);
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of bytes) {
      if (chunk.length === 0) continue;
      hash.update(chunk);
      size += chunk.length;
      yield lengthOf(chunk, 4);
      yield chunk;
    }
    yield Buffer.alloc(4);
    onPacked({ path, size, sha256: hash.digest('hex') });
  }
  yield Buffer.alloc(2);
}

/**
 * The files of an archive, in order; each must be read to its end before the next is asked for. Throws `BackupError`
 * if the archive ends too early. Paths are as they were packed: the reader must not trust them.
 */
export async function* unpack(bytes: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const take = takingFrom(bytes);
  for (;;) {
    const nameLength = (await take(2)).readUInt16BE();
    if (nameLength === 0) return;
    const path = (await take(nameLength)).toString();
    let isRead = false;
    const chunks = async function* () {
      for (;;) {
        const length = (await take(4)).readUInt32BE();
        if (length === 0) break;
        if (length > MOST_CHUNK) throw new BackupError('The backup is damaged: a part of it is too long.');
        yield await take(length);
      }
      isRead = true;
    };
    yield { path, bytes: chunks() };
    if (!isRead) throw new Error(`${path} was not read to its end`);
  }
}

function lengthOf(bytes: Buffer, width: 2 | 4): Buffer {
  const length = Buffer.alloc(width);
  length.writeUIntBE(bytes.length, 0, width);
  return length;
}

/** Gives exactly as many bytes as are asked for. */
function takingFrom(bytes: AsyncIterable<Buffer>): (count: number) => Promise<Buffer> {
  const chunks = bytes[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (count) => {
    const parts: Buffer[] = [rest];
    let there = rest.length;
    while (there < count) {
      const { value, done } = await chunks.next();
      if (done) throw new BackupError('The backup is damaged: it ends too early.');
      parts.push(value);
      there += value.length;
    }
    const [only] = parts;
    const all = parts.length === 1 && only ? only : Buffer.concat(parts);
    rest = all.subarray(count);
    return all.subarray(0, count);
  };
}
