import { createHash, type Hash } from 'node:crypto';
import { HEAD_BYTES } from '#domain/documents/document-types.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import { StorageError } from '../../errors.ts';
import { mapDatabaseErrors } from '../../failures.ts';
import { watchEnds } from '../../objects/content-check.ts';
import { bucketOf } from '../../objects/objects.ts';
import { limited, sizeLimit } from '../upload-limits.ts';
import type { Arriving } from './arriving.ts';
import type { KnownBeginner } from './beginners.ts';
import { checkOf, finish, wholeEnds } from './finishing.ts';
import { forgetUpload } from './forgetting.ts';
import type { ResumableParts } from './parts.ts';
import { addPiece, type NextPiece, type UploadRow } from './upload-rows.ts';

const MAX_PIECES = 10_000;
/** For each piece but the last: a file and its rows cost the same, whatever their content. */
const MIN_PIECE_BYTES = 4096;

/**
 * Takes in what one request brings of an upload, and answers with how far the upload then is. What has come becomes
 * one piece, durable before it counts, also where the connection was cut. With the last byte the object comes to be.
 */
export async function receive(
  parts: ResumableParts,
  { upload, beginner }: { upload: UploadRow; beginner: KnownBeginner },
  body: Omit<Arriving, 'cut'>,
): Promise<number> {
  const { database, blobs, hashes, underWay } = parts;
  const { id, received: from, length } = upload;
  const { writer, room } = beginner;
  if (upload.isFinished) return from;
  if (upload.pieces >= MAX_PIECES) {
    throw new StorageError('InvalidRequest', { message: `An upload has at most ${MAX_PIECES} pieces` });
  }
  if (body.announced && body.announced < MIN_PIECE_BYTES && from + body.announced !== length) {
    throw tooSmall();
  }
  const hash = hashes.takeUp(id, from);
  const left = (length ?? sizeLimit(await bucketOf(database, upload.bucketId))) - from;
  const check = checkOf(upload, beginner);
  const ends = watchEnds(from === 0 ? check?.begin : undefined);
  const piece = await blobs
    .receivePiece(hashed(ends.watch(underWay.within(upload, room, limited(body.bytes(), left))), hash), {
      whole: id,
      startsAt: from,
    })
    .catch(dropIfRefused(parts, id));
  const next = { uploadId: id, from, id: piece.id, size: piece.size };
  const to = from + piece.size;
  const isLast = to === length;
  if (piece.size < MIN_PIECE_BYTES && !isLast) {
    await blobs.discard(piece.id);
    // The part of a piece that a lost connection delivered is not worth keeping; the client sends it again.
    if (piece.size > 0 && body.isWhole()) throw tooSmall();
    return from;
  }
  try {
    if (isLast) {
      const sha256 = (hash ?? (await readAgain(blobs, next))).digest();
      const whole = { size: to, sha256 };
      await finish(parts, { upload, beginner, piece: next, whole, ends: ends.seen(), check });
      hashes.forget(id);
      return to;
    }
    // A beginning that came in small pieces is looked at when it is whole.
    if (check && from > 0 && from < HEAD_BYTES && to >= HEAD_BYTES) {
      check.begin((await wholeEnds(blobs, id, from, ends.seen())).head);
    }
    const added = await mapDatabaseErrors(upload.key, () => addPiece(writer, next));
    if (!added) throw new StorageError('InvalidUploadOffset');
    if (hash) hashes.putDown(id, to, hash);
  } catch (error) {
    await blobs.discard(piece.id);
    return dropIfRefused(parts, id)(error);
  }
  return to;
}

function tooSmall(): StorageError {
  return new StorageError('InvalidRequest', {
    message: `Every part of an upload but the last must have at least ${MIN_PIECE_BYTES} bytes`,
  });
}

async function* hashed(bytes: AsyncIterable<Buffer>, hash: Hash | undefined): AsyncIterable<Buffer> {
  for await (const chunk of bytes) {
    hash?.update(chunk);
    yield chunk;
  }
}

/** Where another process has taken a part of it in: what has arrived, and the last piece, which nothing names yet. */
async function readAgain(blobs: Blobs, { uploadId, from, id }: NextPiece): Promise<Hash> {
  const hash = createHash('sha256');
  if (from > 0) for await (const chunk of await blobs.readArrived(uploadId)) hash.update(chunk);
  for await (const chunk of await blobs.readPiece(id, { whole: uploadId, startsAt: from }))
    hash.update(chunk);
  return hash;
}

/** What is no document will be none when it is sent again: nothing of it is kept. */
function dropIfRefused(parts: ResumableParts, id: string) {
  return async (error: unknown): Promise<never> => {
    if (error instanceof StorageError && error.code === 'InvalidMimeType') await forgetUpload(parts, id);
    throw error;
  };
}
