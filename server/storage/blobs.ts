import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline as piped } from 'node:stream/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Content, contentOf, HEAD_BYTES, TAIL_BYTES } from '#domain/document-types.ts';
import type { Database } from '#server/database/database.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { BlobMissingError, type BlobStore } from './blob-store.ts';
import { watchEnds } from './content-check.ts';
import { inTurn, type Piece, piecesFor } from './pieces.ts';
import { type ByteRange, decryptSegments, encryptSegments, KEY_BYTES, storedRange } from './segments.ts';
import { failingAsWire, storeFailure } from './store-failure.ts';

/** What is known of bytes that are durable in the store. Sizes and hashes are those of the clear bytes. */
export interface Blob {
  id: string;
  size: number;
  sha256: Buffer;
}

/** The encrypted bytes behind the objects, and the rows that account for them. */
export interface Blobs {
  /**
   * Takes the bytes in. When it resolves they are durable, and an object may name them; when it rejects,
   * nothing is left of them. Nothing is ever held whole in memory. The buffers are its own from then on.
   */
  receive(bytes: AsyncIterable<Buffer>): Promise<Blob>;
  /** The same for a part of a whole, whose own hash nobody will ask for. */
  receivePiece(bytes: AsyncIterable<Buffer>): Promise<Omit<Blob, 'sha256'>>;
  /** Removes what was received and is named by nothing. Never rejects: what can't go now goes with the sweeper. */
  discard(id: string): Promise<void>;
  /**
   * The clear bytes of a blob, proven segment by segment; without a range, all of them. Rejects with
   * `BlobMissingError` or `BlobBrokenError`; a later segment that is broken ends the stream with an error.
   */
  read(id: string, range?: ByteRange): Promise<Readable>;
  /** What a blob's bytes are. Known since they came, or found out now and remembered. Rejects as `read` does. */
  contentOf(id: string): Promise<Content>;
}

interface Parts {
  database: Database;
  store: BlobStore;
  sealer: Sealer;
  log: FastifyBaseLogger;
}

/** Where a data key opens: in the row of its own blob, nowhere else. */
const placeOf = (id: string) => `blob:${id}`;

/**
 * Commits without waiting for the disk. Nobody is told of a blob before something names it, and that commit waits:
 * it brings what was written before it to the disk too. A power cut earlier than that may leave bytes without a row,
 * which nobody can decrypt.
 */
const RELAXED = `set_config('synchronous_commit', 'off', true)`;

export function createBlobs({ database, store, sealer, log }: Parts): Blobs {
  /** The bytes' way: counted and hashed, encrypted, written. Whichever part fails, all end. */
  async function write(id: string, key: Buffer, bytes: AsyncIterable<Buffer>, hashed: boolean) {
    const hash = hashed ? createHash('sha256') : undefined;
    let size = 0;
    const ends = watchEnds();
    const encrypted = encryptSegments({ key, blobId: id });
    const feeding = piped(async function* () {
      for await (const chunk of ends.watch(bytes)) {
        hash?.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    }, encrypted);
    const [fed, stored] = await Promise.allSettled([feeding, store.put(id, encrypted)]);
    // What comes in is the cause where it failed; the store then only saw its stream break, and vice versa.
    const prematurely = fed.status === 'rejected' && fed.reason.code === 'ERR_STREAM_PREMATURE_CLOSE';
    // A disk that fails in the middle breaks both ends with its own error.
    if (fed.status === 'rejected' && !prematurely) throw storeFailure(fed.reason);
    if (stored.status === 'rejected') throw stored.reason;
    if (fed.status === 'rejected') throw fed.reason;
    // A piece is not the whole: what that is, nobody knows before its end.
    return { size, sha256: hash?.digest() ?? null, content: hash ? contentOf(ends.seen()) : null };
  }

  /**
   * The row first: should something name the blob after all, the database refuses, and the bytes stay. What can't
   * be removed now is found by the sweeper: the row stays until the bytes are gone.
   */
  async function discard(id: string) {
    try {
      await database.asOwner(async (tx) => {
        const { rowCount } = await tx.query('delete from storage.blobs where id = $1', [id]);
        if (rowCount === 1) await store.remove(id);
      });
    } catch (err) {
      log.warn({ err }, 'the rest of a failed upload is left to the sweeper');
    }
  }

  async function receive(bytes: AsyncIterable<Buffer>, hashed: boolean) {
    const id = randomUUID();
    const key = randomBytes(KEY_BYTES);
    await database.query(`insert into storage.blobs (id) select $1::uuid from ${RELAXED}`, [id]);
    try {
      const { size, sha256, content } = await write(id, key, bytes, hashed);
      const recorded = await database.query(
        `update storage.blobs set wrapped_key = $2, size = $3, sha256 = $4, content = $5
         from ${RELAXED} where id = $1`,
        [id, sealer.seal(key, placeOf(id)), size, sha256, content],
      );
      if (recorded.rowCount !== 1) throw new Error('an upload of more than a day was swept away');
      return { id, size, sha256 };
    } catch (error) {
      await discard(id);
      throw error;
    }
  }

  async function readOne({ id, wrappedKey, size }: StoredBlob, range: ByteRange | undefined) {
    const key = sealer.open(wrappedKey, placeOf(id));
    const stored = await store.get(id, range && storedRange(range, size));
    const clear = decryptSegments({ key, blobId: id }, size, range ?? { start: 0, end: size - 1 });
    // Errors of either end are seen by whoever reads `clear`: pipeline destroys it with them.
    pipeline(stored, clear, () => undefined);
    // The first segment is proven before anybody is promised an answer.
    await failingAsWire(() => once(clear, 'readable'));
    return clear;
  }

  return {
    async receive(bytes) {
      const { id, size, sha256 } = await receive(bytes, true);
      if (sha256 === null) throw new Error('a blob without its hash');
      return { id, size, sha256 };
    },
    receivePiece: (bytes) => receive(bytes, false),
    discard,
    read,

    async contentOf(id) {
      const { rows } = await database.query<{ content: Content | null }>(
        'select content from storage.blobs where id = $1',
        [id],
      );
      const known = rows[0]?.content;
      if (known) return known;
      const size = (await partsOf(database, id)).reduce((sum, part) => sum + part.size, 0);
      const between = async (start: number, end: number) =>
        buffer(await read(id, { start, end: Math.max(end, start) }));
      const found = contentOf({
        head: await between(0, Math.min(HEAD_BYTES, size) - 1),
        tail: await between(Math.max(size - TAIL_BYTES, 0), size - 1),
      });
      await database.query('update storage.blobs set content = $2 where id = $1', [id, found]);
      return found;
    },
  };

  async function read(id: string, range?: ByteRange): Promise<Readable> {
    const parts = await partsOf(database, id);
    const stored = new Map(parts.map((part) => [part.id, part]));
    const [only] = parts;
    if (only === undefined) throw new BlobMissingError(id);
    if (only.id === id) return readOne(only, range);
    const end = parts.reduce((sum, { size }) => sum + size, 0) - 1;
    return inTurn(piecesFor(parts, range ?? { start: 0, end }), async (part) => {
      const piece = stored.get(part.id);
      if (piece === undefined) throw new BlobMissingError(part.id);
      return readOne(piece, part.range);
    });
  }
}

interface StoredBlob extends Piece {
  wrappedKey: Buffer;
}

/** The blob itself, or where it is a whole of pieces, those. */
async function partsOf(database: Database, id: string): Promise<StoredBlob[]> {
  const { rows } = await database.query<{
    id: string;
    starts_at: string;
    size: string;
    wrapped_key: Buffer;
  }>(
    `select id, 0 as starts_at, size, wrapped_key from storage.blobs where id = $1 and wrapped_key is not null
     union all
     select b.id, p.starts_at, b.size, b.wrapped_key
     from storage.blob_pieces p join storage.blobs b on b.id = p.piece_id
     where p.blob_id = $1
     order by starts_at`,
    [id],
  );
  return rows.map((row) => ({
    id: row.id,
    startsAt: Number(row.starts_at),
    size: Number(row.size),
    wrappedKey: row.wrapped_key,
  }));
}
