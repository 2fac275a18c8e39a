import { randomUUID } from 'node:crypto';
import type { Database, Statement } from '#server/database/database.ts';
import { type AnnouncedBlob, type Blob, type Blobs, RELAXED } from '../../blobs/blobs.ts';
import { StorageError } from '../../errors.ts';
import { type BucketRow, findBucket, type NewObject } from '../../objects/objects.ts';
import type { Writer } from '../../objects/writer.ts';
import { sizeLimit } from '../upload-limits.ts';

interface Upload {
  database: Database;
  blobs: Blobs;
  writer: Writer;
  object: Pick<NewObject, 'id' | 'bucketId' | 'key' | 'owner'>;
  upsert: boolean;
  /** Of the whole body; undefined if the client doesn't say. In bytes. */
  length: number | undefined;
  /** The body is the file itself, and not a form with it. */
  isRaw: boolean;
}

/** Up to this size, a refusal may come after the bytes, which visitors may never write. */
const SHORT_BYTES = 2 * 1024 ** 2;

const ANNOUNCE = `with bucket as (
    select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = $1
  ), announced as (
    insert into storage.blobs (id) select $2 from bucket, ${RELAXED}
  )
  select * from bucket`;

/**
 * Checks that the caller may upload. Throws `NoSuchBucket`, `EntityTooLarge`, and what the database raises. A short upload
 * takes two round trips: announce, session, and limits; then the rows of blob and object, when the bytes are durable.
 */
export async function openIntake(upload: Upload) {
  const { database, blobs, writer, object, upsert, length } = upload;
  const isShort = length !== undefined && length <= SHORT_BYTES && writer.role !== 'anon';
  if (!isShort) {
    requireSize(upload, await findBucket(database, object.bucketId));
    // Before a client sends for half an hour, the whole insert is tried.
    await writer.dryRun(object, upsert);
  }
  const id = randomUUID();
  const announce: Statement = { prepared: true, text: ANNOUNCE, values: [object.bucketId, id] };
  const { row: bucket, room } = await writer.admit<BucketRow>(announce, object);
  if (!bucket) throw new StorageError('NoSuchBucket');
  const fail = async (error: unknown): Promise<unknown> => {
    await blobs.discard(id);
    if (!isShort || !(error instanceof StorageError)) return error;
    // A caller without the right to write learns that, and not what is wrong with the file.
    return writer.dryRun(object, upsert).then(
      () => error,
      (refusal: unknown) => refusal,
    );
  };
  try {
    requireSize(upload, bucket);
  } catch (error) {
    throw await fail(error);
  }
  let blob: AnnouncedBlob | undefined;
  return {
    bucket,
    /** How many more bytes the caller may store. */
    room,
    receive: async (bytes: AsyncIterable<Buffer>): Promise<Blob> => {
      blob = await blobs.receiveAnnounced(id, bytes);
      return blob;
    },
    /** Writes the object that references the received blob. */
    write: (statement: Statement) => {
      if (!blob) throw new Error('an object without its bytes');
      return writer.writeWith<{ id: string }>(blob.record, statement);
    },
    /** Removes what was stored, after a failure. Returns the error to report. */
    fail,
  };
}

/** How the bytes of one upload are stored, once the caller was admitted. */
export type Intake = Awaited<ReturnType<typeof openIntake>>;

/** A form is slightly longer than the file in it, so its length says little. */
function requireSize({ length = 0, isRaw }: Upload, bucket: BucketRow): void {
  if (isRaw && length > sizeLimit(bucket)) throw new StorageError('EntityTooLarge');
}
