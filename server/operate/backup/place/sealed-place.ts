import { hkdfSync, randomBytes } from 'node:crypto';
import { Readable, type Transform } from 'node:stream';
import { createZstdCompress, createZstdDecompress, constants as zlib } from 'node:zlib';
import { keyFingerprint } from '#domain/account/recovery-sheet.ts';
import { derivedKey } from '#server/sealing/derived-key.ts';
import { copies, sealSegments } from '#server/storage/blobs/seal-segments.ts';
import {
  BlobBrokenError,
  decryptSegments,
  KEY_BYTES,
  SEGMENT_BYTES,
  TAG_BYTES,
} from '#server/storage/blobs/segments.ts';
import { BackupError } from '../backup-error.ts';
import { type BackupPlace, toBackupError } from './place.ts';

/** The file was written with another encryption key. */
export class OtherKeyError extends BackupError {
  constructor(theirs: string, ours: string) {
    super(
      `This backup needs the recovery sheet ${theirs}; the key that was given is that of the sheet ${ours}.`,
    );
  }
}

export async function unlessOtherKey<T>(work: () => Promise<T>): Promise<T | undefined> {
  return work().catch((error: unknown) => {
    if (error instanceof OtherKeyError) return undefined;
    throw error;
  });
}

const MAGIC = Buffer.from('nutmeg backup 1\n');
const FINGERPRINT_BYTES = 9;
const SALT_BYTES = 32;
const HEADER_BYTES = MAGIC.length + FINGERPRINT_BYTES + SALT_BYTES;
/** The fastest level, to keep the load low. WAL is mostly zeros and compresses well at any level. */
const LEVEL = 1;

export function createSealedPlace(place: BackupPlace, masterKey: Buffer) {
  const backupKey = derivedKey(masterKey, 'nutmeg backup v1');
  const fingerprint = keyFingerprint(masterKey);
  const fileKey = (name: string, salt: Buffer) => ({
    key: Buffer.from(hkdfSync('sha256', backupKey, salt, `nutmeg backup file v1 ${name}`, KEY_BYTES)),
    blobId: name,
  });
  return {
    place,
    /** The fingerprint of the encryption key, as printed on the recovery sheet. */
    fingerprint,
    async write(name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
      const salt = randomBytes(SALT_BYTES);
      const compress = createZstdCompress({ params: { [zlib.ZSTD_c_compressionLevel]: LEVEL } });
      const { segments, giveBack } = sealSegments(fileKey(name, salt), through(bytes, compress));
      const sealed = Readable.from(
        (async function* () {
          yield Buffer.concat([MAGIC, Buffer.from(fingerprint), salt]);
          yield* copies(segments);
        })(),
        { objectMode: false },
      );
      await place.put(name, sealed).finally(() => sealed.destroy());
      giveBack();
    },
    /** Throws `FileMissingError`, `OtherKeyError` before the first byte, `BackupError` if changed or truncated. */
    async *read(name: string): AsyncIterable<Buffer> {
      const { size, bytes } = await place.get(name);
      try {
        const { header, rest } = await splitHeader(bytes);
        if (header.length < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC)) {
          throw new BackupError(`${name} at ${place.label} is not a file of a backup, or was cut off.`);
        }
        const theirs = header.subarray(MAGIC.length, -SALT_BYTES).toString();
        if (theirs !== fingerprint) throw new OtherKeyError(theirs, fingerprint);
        const clearSize = clearBytes(size - HEADER_BYTES);
        const decrypt = decryptSegments(fileKey(name, header.subarray(-SALT_BYTES)), clearSize, {
          start: 0,
          end: Math.max(clearSize - 1, 0),
        });
        yield* through(through(rest, decrypt), createZstdDecompress());
      } catch (error) {
        throw mapErrors(error, name, place.label);
      } finally {
        bytes.destroy();
      }
    },
  };
}

/**
 * Compressed and encrypted files at a place. Each starts with a header: a magic string, the fingerprint of the key, and
 * a random salt. The file's key is derived from the backup key, the salt and the file's name. So no key is used twice,
 * and a renamed or swapped file can't be decrypted.
 */
export type SealedPlace = ReturnType<typeof createSealedPlace>;

function mapErrors(error: unknown, name: string, label: string): unknown {
  const { code } = error as { code?: string };
  if (error instanceof BlobBrokenError || code?.startsWith('ZSTD_error') || code === 'Z_BUF_ERROR') {
    return new BackupError(`${name} at ${label} is not what was written there: it was changed or cut off.`, {
      cause: error,
    });
  }
  return toBackupError(error, label);
}

/** The number of clear bytes in encrypted segments of that size. */
function clearBytes(stored: number): number {
  return stored - Math.ceil(stored / (SEGMENT_BYTES + TAG_BYTES)) * TAG_BYTES;
}

/** Pipes bytes through a transform. If one side fails or stops, so does the other. */
async function* through(bytes: AsyncIterable<Buffer>, transform: Transform): AsyncGenerator<Buffer> {
  const source = Readable.from(bytes, { objectMode: false });
  source.once('error', (error) => transform.destroy(error));
  source.pipe(transform);
  try {
    yield* transform;
  } finally {
    source.destroy();
    transform.destroy();
  }
}

async function splitHeader(bytes: Readable): Promise<{ header: Buffer; rest: AsyncIterable<Buffer> }> {
  const chunks = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let start = Buffer.alloc(0);
  while (start.length < HEADER_BYTES) {
    const { value, done } = await chunks.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  const rest = async function* () {
    if (start.length > HEADER_BYTES) yield start.subarray(HEADER_BYTES);
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  return { header: start.subarray(0, HEADER_BYTES), rest: rest() };
}
