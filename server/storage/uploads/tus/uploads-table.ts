import type { Upload } from '@tus/server';
import { isUuid } from '#domain/text/uuid.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { parseNewKey } from '../../context.ts';
import { invalidRequest, StorageError } from '../../errors.ts';
import { mediaType } from '../../objects/mime-types.ts';
import { headerValue, parseMetadata } from '../../objects/upload-metadata.ts';
import type { Writer } from '../../objects/writer.ts';

/** Who created the upload. */
export interface UploaderIdentity {
  role: 'anon' | 'authenticated' | 'service_role' | 'link';
  owner: string | null;
}

/** `Upload-Metadata`: the hosted service's names, and our `fingerprint`. Other values are stored, but have no effect. */
export function parseUploadMetadata(metadata: Upload['metadata']) {
  const { bucketName, objectName, contentType, cacheControl, metadata: more, fingerprint } = metadata ?? {};
  if (!bucketName) throw missing('bucketName');
  if (!objectName) throw missing('objectName');
  if (fingerprint && !/^[0-9a-f]{1,128}$/.test(fingerprint)) {
    throw invalidRequest('Upload-Metadata: the fingerprint must be 1 to 128 hexadecimal digits');
  }
  return {
    bucketId: bucketName,
    key: parseNewKey(objectName),
    contentType: mediaType(contentType ?? undefined),
    cacheControl: cacheControl ? headerValue(`max-age=${cacheControl}`) : 'no-cache',
    userMetadata: more ? parseMetadata(more) : null,
    /** Lets the client recognize the file. Has no effect on the server. */
    fingerprint: fingerprint || null,
  };
}

function missing(name: string): StorageError {
  return invalidRequest(`Upload-Metadata must have required property '${name}'`);
}

export interface UploadRow extends ReturnType<typeof parseUploadMetadata>, UploaderIdentity {
  id: string;
  upsert: boolean;
  /** Null until the client declares it. */
  length: number | null;
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

const COLUMNS = `id, role, owner, bucket_id as "bucketId", key, upsert, length::float8 as length,
  received::float8 as received, pieces, content_type as "contentType", cache_control as "cacheControl",
  user_metadata as "userMetadata", tus_metadata as "tusMetadata", fingerprint, created_at as "createdAt",
  finished_at is not null as "isFinished"`;

/** For each person. An unfinished upload keeps its rows and its bytes for a week. */
const MAX_UNFINISHED = 1000;

export async function insertUpload(writer: Writer, upload: NewUpload): Promise<UploadRow> {
  const { userMetadata } = upload;
  const statement = {
    text: `with whole as (
       insert into storage.blobs (id) select $1::uuid
       where $3::uuid is null
         or (select count(*) from storage.uploads u where u.owner = $3 and u.finished_at is null) < ${MAX_UNFINISHED}
       returning id
     )
     insert into storage.uploads (id, role, owner, bucket_id, key, upsert, length, content_type, cache_control,
       user_metadata, tus_metadata, fingerprint)
     select id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 from whole returning ${COLUMNS}`,
    values: [
      upload.id,
      upload.role,
      upload.owner,
      upload.bucketId,
      upload.key,
      upload.upsert,
      upload.length,
      upload.contentType,
      upload.cacheControl,
      userMetadata && JSON.stringify(userMetadata),
      upload.tusMetadata,
      upload.fingerprint,
    ],
  };
  const { rows } = await writer.asOwner((tx) => tx.run<UploadRow>(statement));
  const [row] = rows;
  if (!row) {
    throw invalidRequest(
      'Too many uploads were begun and not finished. Please finish or discard some of them first.',
    );
  }
  return row;
}

/** Throws `NoSuchUpload` for an unknown or expired upload. */
export async function findUpload(database: Database, id: string): Promise<UploadRow> {
  if (!isUuid(id)) throw new StorageError('NoSuchUpload');
  const { rows } = await database.query<UploadRow>(
    `select ${COLUMNS} from storage.uploads where id = $1 and expires_at > now()`,
    [id],
  );
  if (!rows[0]) throw new StorageError('NoSuchUpload');
  return rows[0];
}

/** Sets the length. False if it was set before. */
export async function declareLength(database: Database, id: string, length: number): Promise<boolean> {
  const { rowCount } = await database.query(
    'update storage.uploads set length = $2 where id = $1 and length is null',
    [id, length],
  );
  return rowCount === 1;
}

interface Addition {
  /** More columns to set. */
  set?: string;
  /** Whether the piece becomes a part of the whole, or is all of it. */
  isPart: boolean;
}

/** Adds a piece if it is next (compare-and-set). Throws `InvalidUploadOffset` if not, and nothing is written. */
async function add(
  tx: Transaction,
  { uploadId, offset, id, size }: NextPiece,
  { set = '', isPart }: Addition,
): Promise<void> {
  const { rowCount } = await tx.run({
    text: `with moved as (
       update storage.uploads set received = $3, pieces = pieces + 1, updated_at = now()${set}
       where id = $1 and received = $2 and finished_at is null and expires_at > now()
       returning id, pieces
     ), named as (
       insert into storage.blob_pieces (blob_id, position, starts_at, piece_id)
       select id, pieces - 1, $2::bigint, $4::uuid from moved where $5::boolean
     )
     select from moved`,
    values: [uploadId, offset, offset + size, id, isPart],
  });
  if (rowCount !== 1) throw new StorageError('InvalidUploadOffset');
}

export function addPiece(writer: Writer, piece: NextPiece): Promise<void> {
  return writer.asOwner((tx) => add(tx, piece, { isPart: true }));
}

interface Completion {
  piece: NextPiece;
  /** The blob of the object: the piece if the upload has only one, otherwise the whole. */
  blobId: string;
  sha256: Buffer;
}

/** Completes an upload in the object's transaction: the last piece, size, and hash. */
export async function completeUpload(tx: Transaction, { piece, blobId, sha256 }: Completion): Promise<void> {
  const set = `, finished_at = now(), expires_at = now() + interval '1 day'`;
  await add(tx, piece, { set, isPart: blobId !== piece.id });
  await tx.query('update storage.blobs set size = $2, sha256 = $3 where id = $1', [
    blobId,
    piece.offset + piece.size,
    sha256,
  ]);
}

/** Deletes an upload. Returns its pieces, now unreferenced, for removal. The object of a finished one stays. */
export async function deleteUpload(database: Database, id: string): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>('select nutmeg.drop_uploads(array[$1::uuid]) as id', [
    id,
  ]);
  return rows.map((row) => row.id);
}
