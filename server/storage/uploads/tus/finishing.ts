import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { HEAD_BYTES, TAIL_BYTES } from '#domain/documents/document-types.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import { StorageError } from '../../errors.ts';
import { mapDatabaseErrors, retryOnDeadlock } from '../../failures.ts';
import { type ContentCheck, contentCheckFor, type Watched } from '../../objects/content-check.ts';
import { insertion } from '../../objects/objects.ts';
import { describe } from '../upload-limits.ts';
import type { KnownBeginner } from './beginners.ts';
import type { ResumableParts } from './parts.ts';
import { completeUpload, type NextPiece, type UploadRow } from './upload-rows.ts';

interface Finish {
  upload: UploadRow;
  beginner: KnownBeginner;
  /** The last one, not yet named by anything. */
  piece: NextPiece;
  whole: { size: number; sha256: Buffer };
  /** Of the last piece. */
  ends: Watched;
  check: ContentCheck | undefined;
}

export function checkOf(
  { bucketId, key, length }: UploadRow,
  { writer }: KnownBeginner,
): ContentCheck | undefined {
  return contentCheckFor({ isPerson: writer.owner !== undefined, bucketId, key }, length);
}

/** The last piece, the whole and the object: one transaction, the object in the name of whoever began. */
export async function finish(
  { blobs }: ResumableParts,
  { upload, beginner, piece, whole, ends, check }: Finish,
): Promise<void> {
  const { bucketId, key, contentType, cacheControl, userMetadata, upsert } = upload;
  const { writer } = beginner;
  const mimetype = check
    ? check.conclude(whole.size, await wholeEnds(blobs, upload.id, piece.from, ends))
    : contentType;
  const blobId = piece.from === 0 ? piece.id : upload.id;
  const metadata = describe(whole, { mimetype, cacheControl });
  const version = blobs.binding.version({
    bucket_id: bucketId,
    name: key,
    blob_id: blobId,
    size: whole.size,
  });
  const id = randomUUID();
  const object = { id, bucketId, key, owner: writer.owner, metadata, userMetadata, blobId, version };
  if (blobId === piece.id) await blobs.release(blobId, { whole: upload.id, startsAt: 0 });
  // Another upload of this client may hold the name and wait for the sum of what they have, which this one holds.
  await mapDatabaseErrors(key, () =>
    retryOnDeadlock(() =>
      writer.writeAfter(
        async (tx) => {
          const completed = await completeUpload(tx, { piece, blobId, sha256: whole.sha256 });
          if (!completed) throw new StorageError('InvalidUploadOffset');
        },
        insertion(object, upsert),
      ),
    ),
  );
}

/** First and last bytes of what there is with a new piece: its own, and where that is not enough, of those before. */
export async function wholeEnds(
  blobs: Blobs,
  id: string,
  from: number,
  { head, tail }: Watched,
): Promise<Watched> {
  const before = async (start: number, end: number) =>
    end > start ? buffer(await blobs.readArrived(id, { start, end: end - 1 })) : Buffer.alloc(0);
  const first = await before(0, Math.min(from, HEAD_BYTES));
  const last =
    tail.length < TAIL_BYTES
      ? await before(Math.max(from - TAIL_BYTES + tail.length, 0), from)
      : Buffer.alloc(0);
  return {
    head: Buffer.concat([first, head]).subarray(0, HEAD_BYTES),
    tail: Buffer.concat([last, tail]),
  };
}
