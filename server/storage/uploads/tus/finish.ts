import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { HEAD_BYTES, TAIL_BYTES } from '#domain/documents/document-types.ts';
import { retryOnDeadlock } from '#server/database/database.ts';
import { severalAtOnce } from '#server/several-at-once.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import type { FileEnds } from '../../blobs/file-ends.ts';
import { mapDatabaseErrors } from '../../database-errors.ts';
import { StorageError } from '../../errors.ts';
import type { ContentCheck } from '../../objects/content-check.ts';
import { insertStatement } from '../../objects/objects.ts';
import { objectMetadata } from '../../objects/upload-metadata.ts';
import type { TusDeps, Uploader } from './request.ts';
import { completeUpload, deleteUpload, type NextPiece, type UploadRow } from './uploads-table.ts';

interface Finish {
  upload: UploadRow;
  uploader: Uploader;
  /** The last piece, which is still unreferenced. */
  piece: NextPiece;
  whole: { size: number; sha256: Buffer };
  /** The ends of the last piece. */
  ends: FileEnds;
  check: ContentCheck | undefined;
}

/** Writes the last piece, the whole blob, and the object in one transaction, the object as its uploader. */
export async function finishUpload(
  { blobs }: TusDeps,
  { upload, uploader, piece, whole, ends, check }: Finish,
): Promise<void> {
  const { bucketId, key, contentType, cacheControl, userMetadata, upsert } = upload;
  const { writer } = uploader;
  const mimetype = check
    ? check.conclude(whole.size, await endsWithPiece(blobs, upload.id, piece.offset, ends))
    : contentType;
  const blobId = piece.offset === 0 ? piece.id : upload.id;
  const metadata = objectMetadata(whole, { mimetype, cacheControl });
  const version = blobs.binding.version({
    bucket_id: bucketId,
    name: key,
    blob_id: blobId,
    size: whole.size,
  });
  const id = randomUUID();
  const object = { id, bucketId, key, owner: writer.owner, metadata, userMetadata, blobId, version };
  if (blobId === piece.id) await blobs.release(blobId, { whole: upload.id, startsAt: 0 });
  // Another upload of this client may hold the key and wait for the client's usage row, which this one holds.
  await mapDatabaseErrors(key, () =>
    retryOnDeadlock(() =>
      writer.writeAfter(
        async (tx) => {
          const completed = await completeUpload(tx, { piece, blobId, sha256: whole.sha256 });
          if (!completed) throw new StorageError('InvalidUploadOffset');
        },
        insertStatement(object, upsert),
      ),
    ),
  );
}

/** The first and last bytes of an upload with a new piece at `offset`, from it and, if short, the pieces before it. */
export async function endsWithPiece(
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
