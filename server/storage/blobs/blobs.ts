import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import { type Content, contentOf, HEAD_BYTES, TAIL_BYTES } from '#domain/documents/document-types.ts';
import type { Database, Statement } from '#server/database/database.ts';
import { measure } from '#server/measure.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { createBinding, type Named } from './binding.ts';
import { keyPlace, type OpenPart, openPart, type PiecePlace, partsOf, sizeOf } from './blob-parts.ts';
import { captureEnds } from './file-ends.ts';
import { readSegments } from './read-segments.ts';
import { readPart, readParts } from './reading.ts';
import { sealSegments } from './seal-segments.ts';
import {
  BlobBrokenError,
  type ByteRange,
  decryptSingleSegment,
  KEY_BYTES,
  SEGMENT_BYTES,
  TAG_BYTES,
} from './segments.ts';
import { BlobMissingError, type BlobStore } from './stores/blob-store.ts';

/** Bytes that are durable in the store. Size and hash are of the plaintext. */
export interface Blob {
  id: string;
  size: number;
  sha256: Buffer;
}

/** What the database knows of a blob. Null until the blob is durable, and for one that consists of pieces. */
export interface BlobRow {
  content: Content | null;
  size: number | null;
  wrapped_key: Buffer | null;
}

interface BlobDeps {
  database: Database;
  store: BlobStore;
  sealer: Sealer;
  log: FastifyBaseLogger;
}

/**
 * Commits without waiting for the disk. A blob is acknowledged only after a row references it, and that commit
 * waits and flushes everything before it. A power loss before that may leave bytes without a row, which can't be
 * decrypted.
 */
export const RELAXED = `set_config('synchronous_commit', 'off', true)`;

const RECORD = 'update storage.blobs set wrapped_key = $2, size = $3, sha256 = $4, content = $5';

export function createBlobs({ database, store, sealer, log }: BlobDeps) {
  const binding = createBinding(sealer);

  /** Encrypts and writes the bytes. The hash and the type of a piece are unknown until the whole is complete. */
  async function write(id: string, bytes: AsyncIterable<Buffer>, piece?: PiecePlace) {
    const key = randomBytes(KEY_BYTES);
    const hash = piece ? undefined : createHash('sha256');
    const measured = measure(hash);
    const ends = captureEnds();
    const { segments, giveBack } = sealSegments({ key, blobId: id }, measured.watch(ends.watch(bytes)));
    await store.put(id, segments);
    giveBack();
    const size = measured.size();
    const sha256 = hash?.digest();
    const sealed = sealer.seal(key, piece ? keyPlace.piece(id, piece) : keyPlace.blob(id));
    const content = piece ? null : contentOf(ends.seen());
    return { size, sha256, values: [id, sealed, size, sha256 ?? null, content] };
  }

  /**
   * Deletes the row first: if something references the blob after all, the database refuses, and the bytes stay. On
   * failure the row stays, and the sweep finds it.
   */
  async function discard(id: string) {
    try {
      await database.asOwner(async (tx) => {
        const { rowCount } = await tx.query('delete from storage.blobs where id = $1', [id]);
        if (rowCount === 1) await store.remove(id);
      });
    } catch (err) {
      log.warn({ err }, 'a failed upload is left to the sweep');
    }
  }

  async function receive(bytes: AsyncIterable<Buffer>, piece?: PiecePlace) {
    const id = randomUUID();
    await database.query(`insert into storage.blobs (id) select $1::uuid from ${RELAXED}`, [id]);
    try {
      const { values, ...written } = await write(id, bytes, piece);
      const { rowCount } = await database.query(`${RECORD} from ${RELAXED} where id = $1`, values);
      if (rowCount !== 1) throw new Error('an upload of more than a day was swept away');
      return { id, ...written };
    } catch (error) {
      await discard(id);
      throw error;
    }
  }

  return {
    /** Binds objects to blobs. */
    binding,
    /**
     * Stores the bytes. Once it resolves, they are durable and an object may reference them. If it rejects, nothing
     * is left. Never holds a whole file in memory. Takes ownership of the buffers.
     */
    async receive(bytes: AsyncIterable<Buffer>): Promise<Blob> {
      const { id, size, sha256 } = await receive(bytes);
      if (sha256 === undefined) throw new Error('a blob without its hash');
      return { id, size, sha256 };
    },
    /**
     * The same for a blob whose row the caller has announced. The object that references it is written together with its
     * `record`, which completes the row. If one of that fails, the caller discards the blob.
     */
    async receiveAnnounced(id: string, bytes: AsyncIterable<Buffer>): Promise<Blob & { record: Statement }> {
      const { size, sha256, values } = await write(id, bytes);
      if (sha256 === undefined) throw new Error('a blob without its hash');
      return { id, size, sha256, record: { prepared: true, text: `${RECORD} where id = $1`, values } };
    },
    /** Stores a part of a whole, without a hash. It is bound to its place in the whole. */
    receivePiece: (bytes: AsyncIterable<Buffer>, place: PiecePlace): Promise<Omit<Blob, 'sha256'>> =>
      receive(bytes, place),
    discard,
    /**
     * The plaintext of an object, verified segment by segment; without a range, all of it. Rejects with
     * `BlobMissingError` or `BlobBrokenError`, also if the object is not bound to the blob. A broken later segment
     * ends the stream with an error.
     */
    read: async (object: Named, range?: ByteRange): Promise<Readable> =>
      readParts(store, object.blob_id, await boundParts(object), range),
    /**
     * The same with a single look at the blob's row, and with the content type, for an object of this size. `row` is what the
     * database knows of the blob, if that is asked for already; nothing is returned before it is there, but a file of one
     * segment is read meanwhile, at once and without streams. Undefined if the object is not stored as a single blob of this
     * size whose type is known: use `read`. A small file is whole; one on this machine is read segment by segment.
     */
    async open(object: Named, size: number, range: ByteRange | undefined, row: Promise<BlobRow | undefined>) {
      const id = object.blob_id;
      const [stored, known] = await Promise.allSettled([
        size <= SEGMENT_BYTES ? store.read(id, size + TAG_BYTES) : undefined,
        row.then((given) => given ?? findBlob(id)),
      ]);
      if (known.status === 'rejected') throw known.reason;
      const { content, wrapped_key: wrappedKey, size: storedSize } = known.value ?? {};
      if (!content || !wrappedKey || storedSize !== size) return undefined;
      const key = openPart(sealer, wrappedKey, id);
      requireBound(object, size);
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
    },
    /** The bytes of an unfinished upload that were received. */
    readArrived: async (id: string, range?: ByteRange): Promise<Readable> =>
      readParts(store, id, await partsOf(database, sealer, id), range),

    /** An unreferenced piece. */
    async readPiece(id: string, place: PiecePlace): Promise<Readable> {
      const [part] = await partsOf(database, sealer, id, place);
      if (part === undefined) throw new BlobMissingError(id);
      return readPart(store, part, undefined);
    },

    /** Turns a piece that is the entire file into an independent blob. */
    async release(id: string, place: PiecePlace): Promise<void> {
      const [part] = await partsOf(database, sealer, id, place);
      if (part === undefined) throw new BlobMissingError(id);
      await database.query('update storage.blobs set wrapped_key = $2 where id = $1', [
        id,
        sealer.seal(part.key, keyPlace.blob(id)),
      ]);
    },

    /** The content type of an object's bytes, detected on upload, or now and then stored. Rejects as `read` does. */
    async contentOf(object: Named): Promise<Content> {
      const id = object.blob_id;
      const known = await findBlob(id);
      if (known?.content) return known.content;
      const parts = await boundParts(object);
      const size = sizeOf(parts);
      const between = async (start: number, end: number) =>
        buffer(await readParts(store, id, parts, { start, end: Math.max(end, start) }));
      const found = contentOf({
        head: await between(0, Math.min(HEAD_BYTES, size) - 1),
        tail: await between(Math.max(size - TAIL_BYTES, 0), size - 1),
      });
      await database.query('update storage.blobs set content = $2 where id = $1', [id, found]);
      return found;
    },
  };

  /** The blob that an object references, if they are bound. */
  async function boundParts(object: Named): Promise<OpenPart[]> {
    const parts = await partsOf(database, sealer, object.blob_id);
    if (parts.length > 0) requireBound(object, sizeOf(parts));
    return parts;
  }

  function requireBound(object: Named, size: number): void {
    if (!binding.holds(object, size)) {
      throw new BlobBrokenError('an object names a blob that it is not bound to');
    }
  }

  async function findBlob(id: string): Promise<BlobRow | undefined> {
    const { rows } = await database.run<BlobRow>({
      prepared: true,
      text: 'select content, size::float8 as size, wrapped_key from storage.blobs where id = $1',
      values: [id],
    });
    return rows[0];
  }
}

/** The encrypted bytes of objects, and their rows in `storage.blobs`. */
export type Blobs = ReturnType<typeof createBlobs>;
