import type { Database, Statement, Transaction } from '#server/database/database.ts';
import { StorageError } from '../../errors.ts';
import type { Writer } from '../writers.ts';
import type { Sent } from './sent-metadata.ts';

/** Who began an upload, as its row knows it. */
export interface Beginner {
  role: 'anon' | 'authenticated' | 'service_role' | 'link';
  owner: string | null;
}

export interface UploadRow extends Sent, Beginner {
  id: string;
  upsert: boolean;
  /** Undefined as long as the client does not know it. */
  length: number | undefined;
  received: number;
  pieces: number;
  tusMetadata: string;
  createdAt: Date;
  isFinished: boolean;
}

/** A piece that is durable, and where it goes on from what was received. */
export interface NextPiece {
  uploadId: string;
  from: number;
  id: string;
  size: number;
}

type NewUpload = Omit<UploadRow, 'received' | 'pieces' | 'createdAt' | 'isFinished'>;

/** What one person may have begun and not finished: rows, and room on the disk, for a week. */
const MOST_UNFINISHED = 1000;

export async function beginUpload(writer: Writer, upload: NewUpload): Promise<UploadRow> {
  const { id, role, owner, bucketId, key, upsert, length, contentType, cacheControl } = upload;
  const { userMetadata, tusMetadata, fingerprint } = upload;
  const begin: Statement = {
    text: `with whole as (
       insert into storage.blobs (id) select $1::uuid
       where $3::uuid is null
         or (select count(*) from storage.uploads u where u.owner = $3 and u.finished_at is null) < ${MOST_UNFINISHED}
       returning id
     )
     insert into storage.uploads (id, role, owner, bucket_id, key, upsert, length, content_type, cache_control,
       user_metadata, tus_metadata, fingerprint)
     select id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 from whole returning created_at`,
    values: [
      id,
      role,
      owner,
      bucketId,
      key,
      upsert,
      length ?? null,
      contentType,
      cacheControl,
      userMetadata && JSON.stringify(userMetadata),
      tusMetadata,
      fingerprint,
    ],
  };
  const { rows } = await writer.note((tx) => tx.run<{ created_at: Date }>(begin));
  const [row] = rows;
  if (!row) {
    throw new StorageError('InvalidRequest', {
      message: 'Too many uploads were begun and not finished. Please finish or discard some of them first.',
    });
  }
  return {
    ...upload,
    received: 0,
    pieces: 0,
    createdAt: row.created_at,
    isFinished: false,
  };
}

/** The upload, until it has expired. */
export async function findUpload(database: Database, id: string): Promise<UploadRow | undefined> {
  const { rows } = await database.query<Omit<UploadRow, 'length' | 'received'> & Counts>(
    `select id, role, owner, bucket_id as "bucketId", key, upsert, length, received, pieces,
       content_type as "contentType", cache_control as "cacheControl",
       user_metadata as "userMetadata", tus_metadata as "tusMetadata", fingerprint, created_at as "createdAt",
       finished_at is not null as "isFinished"
     from storage.uploads where id = $1 and expires_at > now()`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    ...row,
    length: row.length === null ? undefined : Number(row.length),
    received: Number(row.received),
  };
}

interface Counts {
  length: string | null;
  received: string;
}

/** Says how long it will be, once. */
export async function declareLength(database: Database, id: string, length: number): Promise<boolean> {
  const { rowCount } = await database.query(
    'update storage.uploads set length = $2 where id = $1 and length is null',
    [id, length],
  );
  return rowCount === 1;
}

const NAME_PIECE = `insert into storage.blob_pieces (blob_id, position, starts_at, piece_id)
  select id, pieces - 1, $2::bigint, $4::uuid from moved`;

/**
 * Adds a piece, if the upload is still where the piece begins: of two that come at once, one is told false, and
 * nothing of it stays.
 */
export async function addPiece(writer: Writer, piece: NextPiece): Promise<boolean> {
  const add: Statement = {
    text: `with moved as (
       update storage.uploads set received = $3, pieces = pieces + 1, updated_at = now()
       where id = $1 and received = $2 and finished_at is null and expires_at > now()
       returning id, pieces
     ) ${NAME_PIECE}`,
    values: [piece.uploadId, piece.from, piece.from + piece.size, piece.id],
  };
  const { rowCount } = await writer.note((tx) => tx.run(add));
  return rowCount === 1;
}

interface Completion {
  piece: NextPiece;
  /** What the object will name: the piece, where the whole came in one, else the whole. */
  blobId: string;
  sha256: Buffer;
}

/**
 * The end of an upload, in the transaction that also writes the object: the last piece, and size and hash of the
 * whole. False if the upload was not where the piece begins.
 */
export async function completeUpload(
  tx: Transaction,
  { piece, blobId, sha256 }: Completion,
): Promise<boolean> {
  const size = piece.from + piece.size;
  const { rowCount } = await tx.query(
    `update storage.uploads set received = $3, pieces = pieces + 1, updated_at = now(),
       finished_at = now(), expires_at = now() + interval '1 day'
     where id = $1 and received = $2 and finished_at is null and expires_at > now()`,
    [piece.uploadId, piece.from, size],
  );
  if (rowCount !== 1) return false;
  if (blobId !== piece.id) {
    await tx.query(
      `with moved as (select id, pieces from storage.uploads where id = $1 and received = $3) ${NAME_PIECE}`,
      [piece.uploadId, piece.from, size, piece.id],
    );
  }
  await tx.query('update storage.blobs set size = $2, sha256 = $3 where id = $1', [blobId, size, sha256]);
  return true;
}

/**
 * Forgets an upload. Answers with the pieces that had arrived of it, which nothing names any more, and which the next
 * sweep would take; what became an object stays one.
 */
export async function dropUpload(database: Database, id: string): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `with gone as (delete from storage.uploads where id = $1 returning id, finished_at),
       whole as (select id from gone where finished_at is null),
       freed as (
         update storage.blobs set created_at = created_at - interval '1 day'
         where id in (select piece_id from storage.blob_pieces where blob_id in (select id from whole))
         returning id
       ),
       emptied as (delete from storage.blobs where id in (select id from whole))
     select id from freed`,
    [id],
  );
  return rows.map((row) => row.id);
}
