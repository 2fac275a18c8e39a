import type { Readable } from 'node:stream';
import type { Content } from '#domain/documents/document-types.ts';
import type { Database } from '#server/database/database.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import type { Binding, Named } from './binding.ts';
import { openPart } from './blob-parts.ts';
import { readSegments, type SegmentReader } from './read-segments.ts';
import { readPart } from './reading.ts';
import { BlobBrokenError, type ByteRange, SEGMENT_BYTES, TAG_BYTES } from './segments.ts';
import { decryptSingleSegment } from './segments-in-place.ts';
import type { BlobStore } from './stores/blob-store.ts';

/** The largest file that is read whole: one segment. */
const SMALL_BYTES = SEGMENT_BYTES;

/** What the database knows of a blob. Null until the blob is durable, and for one that consists of pieces. */
export interface BlobRow {
  content: Content | null;
  size: number | null;
  wrapped_key: Buffer | null;
}

export interface OpenFile {
  content: Content;
  bytes: FileBytes;
}

/** A small file is whole; one on this machine is read segment by segment. */
export type FileBytes = Buffer | SegmentReader | Readable;

interface Deps {
  database: Pick<Database, 'run'>;
  store: Pick<BlobStore, 'read' | 'open' | 'get'>;
  sealer: Sealer;
  binding: Binding;
}

/**
 * Opens an object with a single look at its blob's row. At most `SMALL_BYTES` are read at once, without streams, while the
 * database is still asked for the row. Undefined if the object is not stored as a single blob of this size whose type is
 * known. Rejects if the row does.
 */
export async function openFile(
  { database, store, sealer, binding }: Deps,
  object: Named,
  size: number,
  range: ByteRange | undefined,
  row: Promise<BlobRow | undefined>,
): Promise<OpenFile | undefined> {
  const id = object.blob_id;
  const isSmall = size <= SMALL_BYTES;
  const [stored, known] = await Promise.allSettled([
    isSmall ? store.read(id, size + TAG_BYTES) : undefined,
    row.then((given) => given ?? findBlob(database, id)),
  ]);
  if (known.status === 'rejected') throw known.reason;
  const { content, wrapped_key: wrappedKey, size: storedSize } = known.value ?? {};
  if (!content || !wrappedKey || storedSize !== size) return undefined;
  const key = openPart(sealer, wrappedKey, id);
  if (!binding.holds(object, size)) {
    throw new BlobBrokenError('an object names a blob that it is not bound to');
  }
  if (stored.status === 'rejected') throw stored.reason;
  if (stored.value !== undefined) {
    const clear = decryptSingleSegment({ key, blobId: id }, size, stored.value);
    return { content, bytes: range ? clear.subarray(range.start, range.end + 1) : clear };
  }
  const file = await store.open(id);
  const bytes = file
    ? await readSegments(file, { key, blobId: id }, size, range ?? { start: 0, end: size - 1 })
    : await readPart(store, { id, key, size, startsAt: 0 }, range);
  return { content, bytes };
}

async function findBlob(database: Pick<Database, 'run'>, id: string): Promise<BlobRow | undefined> {
  const { rows } = await database.run<BlobRow>({
    prepared: true,
    text: 'select content, size::float8 as size, wrapped_key from storage.blobs where id = $1',
    values: [id],
  });
  return rows[0];
}
