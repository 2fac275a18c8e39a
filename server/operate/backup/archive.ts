import { createHash } from 'node:crypto';
import { BackupError } from './backup-error.ts';

/** A file to be archived. Its size may be unknown: files of a running database change. */
export interface Entry {
  path: string;
  bytes: AsyncIterable<Buffer>;
}

/** A file in an archive. */
export interface PackedFile {
  path: string;
  size: number;
  /** In hex. */
  sha256: string;
}

const MAX_CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * Writes files as one stream. Each file is the length of its path (16 bits), its path, chunks that each follow their
 * length (32 bits), and a chunk of length 0. A path of length 0 ends the archive.
 */
export async function* pack(
  entries: AsyncIterable<Entry>,
  onPacked: (packed: PackedFile) => void,
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
 * Reads the files of an archive in order. Each must be read to its end before the next one. Throws `BackupError` if the
 * archive ends too early. Dangerous: the paths are as they were packed, and must be checked before use.
 */
export async function* unpack(bytes: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const read = createReader(bytes);
  for (;;) {
    const nameLength = (await read(2)).readUInt16BE();
    if (nameLength === 0) return;
    const path = (await read(nameLength)).toString();
    let isRead = false;
    const chunks = async function* () {
      for (;;) {
        const length = (await read(4)).readUInt32BE();
        if (length === 0) break;
        if (length > MAX_CHUNK_BYTES)
          throw new BackupError('The backup is damaged: a part of it is too long.');
        yield await read(length);
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

/** Returns a function that reads an exact number of bytes. */
function createReader(bytes: AsyncIterable<Buffer>): (count: number) => Promise<Buffer> {
  const chunks = bytes[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (count) => {
    const parts: Buffer[] = [rest];
    let available = rest.length;
    while (available < count) {
      const { value, done } = await chunks.next();
      if (done) throw new BackupError('The backup is damaged: it ends too early.');
      parts.push(value);
      available += value.length;
    }
    const [only] = parts;
    const all = parts.length === 1 && only ? only : Buffer.concat(parts);
    rest = all.subarray(count);
    return all.subarray(0, count);
  };
}
