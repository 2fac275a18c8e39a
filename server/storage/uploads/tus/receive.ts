import { createHash, type Hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { HEAD_BYTES, TAIL_BYTES } from '#domain/documents/document-types.ts';
import { retryOnDeadlock } from '#server/database/database.ts';
import { measure } from '#server/measure.ts';
import { severalAtOnce } from '#server/several-at-once.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import { captureEnds, type FileEnds } from '../../blobs/file-ends.ts';
import { mapDatabaseErrors } from '../../database-errors.ts';
import { invalidRequest, StorageError } from '../../errors.ts';
import { type ContentCheck, contentCheckFor } from '../../objects/content-check.ts';
import { findBucket, insertStatement, objectFor } from '../../objects/objects.ts';
import { limitBytes, sizeLimit } from '../upload-limits.ts';
import type { RequestBody, TusDeps, Uploader } from './request.ts';
import { addPiece, completeUpload, deleteUpload, type NextPiece, type UploadRow } from './uploads-table.ts';

/** An upload, and its uploader as authorized for this request. */
export interface OwnedUpload {
  upload: UploadRow;
  uploader: Uploader;
}

/**
 * Each piece costs a file in the store and its rows. A few may be small; beyond those, all together have this size on
 * average. What arrives before a connection is lost is stored from this size on, so that 50 MB on the worst line come in
 * 12,800 pieces, which both limits allow.
 */
const PIECE_BYTES = 4096;
const SMALL_PIECES = 1000;
const MAX_PIECES = 20_000;

/** Stores one request's body as one piece, durable before it counts. The last byte creates the object. */
export async function receive(
  deps: TusDeps,
  { upload, uploader }: OwnedUpload,
  body: RequestBody,
): Promise<number> {
  const { database, blobs, hashes, inFlight } = deps;
  const { id, received: offset, length, bucketId, key } = upload;
  const { writer, room } = uploader;
  if (upload.isFinished) return offset;
  if (upload.pieces >= MAX_PIECES) {
    throw invalidRequest(
      `An upload has at most ${MAX_PIECES} parts. Please begin again, and send larger ones.`,
    );
  }
  const { declaredLength } = body;
  if (declaredLength && offset + declaredLength !== length && !hasRoomFor(upload, declaredLength)) {
    throw tooManySmallPieces();
  }
  const hash = hashes.resume(id, offset);
  const limit = (length ?? sizeLimit(await findBucket(database, bucketId))) - offset;
  const check = contentCheckFor({ isPerson: writer.owner !== undefined, bucketId, key }, length ?? undefined);
  const ends = captureEnds(offset === 0 ? check?.begin : undefined);
  const bytes = inFlight.limit(upload, room, limitBytes(body.bytes(), limit));
  const piece = await blobs
    .receivePiece(measure(hash).watch(ends.watch(bytes)), { whole: id, startsAt: offset })
    .catch(discardIfNotAllowed(deps, id));
  const next = { uploadId: id, offset, id: piece.id, size: piece.size };
  const newOffset = offset + piece.size;
  const isLast = newOffset === length;
  if (piece.size < PIECE_BYTES && !isLast) {
    const isWanted = piece.size > 0 && body.isComplete();
    const fits = hasRoomFor(upload, piece.size);
    if (!isWanted || !fits) await blobs.discard(piece.id);
    // Too little to store. Not an error if the connection was lost, because the client sends these bytes again.
    if (!isWanted) return offset;
    if (!fits) throw tooManySmallPieces();
  }
  try {
    if (isLast) {
      const sha256 = (hash ?? (await hashStored(blobs, next))).digest();
      const whole = { size: newOffset, sha256 };
      await finishUpload(deps, { upload, uploader, piece: next, whole, ends: ends.seen(), check });
      hashes.forget(id);
      return newOffset;
    }
    // The head came in several small pieces and is complete now.
    if (check && offset > 0 && offset < HEAD_BYTES && newOffset >= HEAD_BYTES) {
      check.begin((await endsWithPiece(blobs, id, offset, ends.seen())).head);
    }
    await mapDatabaseErrors(key, () => addPiece(writer, next));
    if (hash) hashes.save(id, newOffset, hash);
  } catch (error) {
    await blobs.discard(piece.id);
    return discardIfNotAllowed(deps, id)(error);
  }
  return newOffset;
}

/** Whether one more piece of this size leaves the average high enough. A piece of `PIECE_BYTES` always does. */
function hasRoomFor({ pieces, received }: UploadRow, size: number): boolean {
  return pieces < SMALL_PIECES + (received + size) / PIECE_BYTES;
}

function tooManySmallPieces(): StorageError {
  return invalidRequest(
    `This upload came in too many small parts. Please send the rest in parts of at least ${PIECE_BYTES} bytes.`,
  );
}

/** Another process received parts: reads the stored pieces and the last one, which is still unreferenced. */
async function hashStored(blobs: Blobs, { uploadId, offset, id }: NextPiece): Promise<Hash> {
  const hash = createHash('sha256');
  if (offset > 0) for await (const chunk of await blobs.readArrived(uploadId)) hash.update(chunk);
  for await (const chunk of await blobs.readPiece(id, { whole: uploadId, startsAt: offset })) {
    hash.update(chunk);
  }
  return hash;
}

/** A file of a type that is not allowed would be rejected on every retry, so its bytes are deleted immediately. */
function discardIfNotAllowed(deps: TusDeps, id: string) {
  return async (error: unknown): Promise<never> => {
    if (error instanceof StorageError && error.code === 'InvalidMimeType') await discardUpload(deps, id);
    throw error;
  };
}

interface Finish extends OwnedUpload {
  /** The last piece, which is still unreferenced. */
  piece: NextPiece;
  whole: { size: number; sha256: Buffer };
  /** The ends of the last piece. */
  ends: FileEnds;
  check: ContentCheck | undefined;
}

/** Writes the last piece, the whole blob, and the object in one transaction, the object as its uploader. */
async function finishUpload(
  { blobs }: TusDeps,
  { upload, uploader, piece, whole, ends, check }: Finish,
): Promise<void> {
  const { bucketId, key, contentType, cacheControl, userMetadata, upsert } = upload;
  const { writer } = uploader;
  const mimetype = check
    ? check.conclude(whole.size, await endsWithPiece(blobs, upload.id, piece.offset, ends))
    : contentType;
  const blobId = piece.offset === 0 ? piece.id : upload.id;
  const facts = { bucketId, key, owner: writer.owner, userMetadata, mimetype, cacheControl };
  const object = objectFor(blobs.binding, { id: blobId, ...whole }, facts);
  if (blobId === piece.id) await blobs.release(blobId, { whole: upload.id, startsAt: 0 });
  // Another upload of this client may hold the key and wait for the client's usage row, which this one holds.
  await mapDatabaseErrors(key, () =>
    retryOnDeadlock(() =>
      writer.writeAfter(
        (tx) => completeUpload(tx, { piece, blobId, sha256: whole.sha256 }),
        insertStatement(object, upsert),
      ),
    ),
  );
}

/** The first and last bytes of an upload with a new piece at `offset`, from it and, if short, the pieces before it. */
async function endsWithPiece(
  blobs: Blobs,
  id: string,
  offset: number,
  { head, tail }: FileEnds,
): Promise<FileEnds> {
  const read = async (start: number, end: number) =>
    end > start ? buffer(await blobs.readArrived(id, { start, end: end - 1 })) : Buffer.alloc(0);
  const first = await read(0, Math.min(offset, HEAD_BYTES));
  const last =
    tail.length < TAIL_BYTES
      ? await read(Math.max(offset - TAIL_BYTES + tail.length, 0), offset)
      : Buffer.alloc(0);
  return {
    head: Buffer.concat([first, head]).subarray(0, HEAD_BYTES),
    tail: Buffer.concat([last, tail]),
  };
}

const DISCARDED_AT_ONCE = 5;

/** Deletes an upload and its bytes. The disk space is free at once, not only at the next sweep. */
export async function discardUpload({ database, blobs, hashes }: TusDeps, id: string): Promise<void> {
  const pieces = await deleteUpload(database, id);
  hashes.forget(id);
  await severalAtOnce(pieces, DISCARDED_AT_ONCE, blobs.discard);
}
