import type { Database, Statement, Transaction } from '#server/database/database.ts';
import { invalidRequest } from '../../errors.ts';
import type { Writer } from '../../objects/writer.ts';

/** Who created the upload. */
export interface UploaderIdentity {
  role: 'anon' | 'authenticated' | 'service_role' | 'link';
  owner: string | null;
}

/** The parts of `Upload-Metadata` that have an effect. */
export interface UploadMetadata {
  bucketId: string;
  key: string;
  contentType: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
  /** Lets the client recognize the file. Has no effect on the server. */
  fingerprint: string | null;
}

export interface UploadRow extends UploadMetadata, UploaderIdentity {
  id: string;
  upsert: boolean;
  /** Undefined until the client declares it. */
  length: number | undefined;
  received: number;
  pieces: number;
  tusMetadata: string;
  createdAt: Date;
  isFinished: boolean;
}

/** A piece that is stored and not yet added to its upload. */
export interface NextPiece {
  uploadId: string;
  offset: number;
  id: string;
  size: number;
}

type NewUpload = Omit<UploadRow, 'received' | 'pieces' | 'createdAt' | 'isFinished'>;

/** For each person. An unfinished upload keeps its rows and its bytes for a week. */
const MAX_UNFINISHED = 1000;

export async function insertUpload(writer: Writer, upload: NewUpload): Promise<UploadRow> {
  const { id, role, owner, bucketId, key, upsert, length, contentType, cacheControl } = upload;
  const { userMetadata, tusMetadata, fingerprint } = upload;
  const statement: Statement = {
    text: `with whole as (
       insert into storage.blobs (id) select $1::uuid
       where $3::uuid is null
         or (select count(*) from storage.uploads u where u.owner = $3 and u.finished_at is null) < ${MAX_UNFINISHED}
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
  const { rows } = await writer.asOwner((tx) => tx.run<{ created_at: Date }>(statement));
  const [row] = rows;
  if (!row) {
    throw invalidRequest(
      'Too many uploads were begun and not finished. Please finish or discard some of them first.',
    );
  }
  return {
    ...upload,
    received: 0,
    pieces: 0,
    createdAt: row.created_at,
    isFinished: false,
  };
}

/** Undefined for an unknown or expired upload. */
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

/** Sets the length. False if it was set before. */
export async function declareLength(database: Database, id: string, length: number): Promise<boolean> {
  const { rowCount } = await database.query(
    'update storage.uploads set length = $2 where id = $1 and length is null',
    [id, length],
  );
  return rowCount === 1;
}

const NAME_PIECE = `insert into storage.blob_pieces (blob_id, position, starts_at, piece_id)
  select id, pieces - 1, $2::bigint, $4::uuid from moved`;

/** Adds a piece if it is next (compare-and-set). False if the upload's offset is another, and nothing is written. */
export async function addPiece(writer: Writer, piece: NextPiece): Promise<boolean> {
  const add: Statement = {
    text: `with moved as (
       update storage.uploads set received = $3, pieces = pieces + 1, updated_at = now()
       where id = $1 and received = $2 and finished_at is null and expires_at > now()
       returning id, pieces
     ) ${NAME_PIECE}`,
    values: [piece.uploadId, piece.offset, piece.offset + piece.size, piece.id],
  };
  const { rowCount } = await writer.asOwner((tx) => tx.run(add));
  return rowCount === 1;
}

interface Completion {
  piece: NextPiece;
  /** The blob of the object: the piece if the upload has only one, otherwise the whole. */
  blobId: string;
  sha256: Buffer;
}

/** Completes an upload in the object's transaction: the last piece, size, and hash. False if the offset is another. */
export async function completeUpload(
  tx: Transaction,
  { piece, blobId, sha256 }: Completion,
): Promise<boolean> {
  const size = piece.offset + piece.size;
  const { rowCount } = await tx.query(
    `update storage.uploads set received = $3, pieces = pieces + 1, updated_at = now(),
       finished_at = now(), expires_at = now() + interval '1 day'
     where id = $1 and received = $2 and finished_at is null and expires_at > now()`,
    [piece.uploadId, piece.offset, size],
  );
  if (rowCount !== 1) return false;
  if (blobId !== piece.id) {
    await tx.query(
      `with moved as (select id, pieces from storage.uploads where id = $1 and received = $3) ${NAME_PIECE}`,
      [piece.uploadId, piece.offset, size, piece.id],
    );
  }
  await tx.query('update storage.blobs set size = $2, sha256 = $3 where id = $1', [blobId, size, sha256]);
  return true;
}

/** Deletes an upload. Returns its pieces, now unreferenced, for removal. The object of a finished one stays. */
export async function deleteUpload(database: Database, id: string): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>('select nutmeg.drop_uploads(array[$1::uuid]) as id', [
    id,
  ]);
  return rows.map((row) => row.id);
}
