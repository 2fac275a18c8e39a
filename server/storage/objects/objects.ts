import { randomUUID } from 'node:crypto';
import type { Caller, Database, Result, Statement } from '#server/database/database.ts';
import type { Binding } from '../blobs/binding.ts';
import type { Blob } from '../blobs/blobs.ts';
import { StorageError } from '../errors.ts';
import { type ObjectMetadata, objectMetadata } from './upload-metadata.ts';

export interface ObjectRow {
  id: string;
  bucket_id: string;
  name: string;
  version: string;
  created_at: Date;
  updated_at: Date;
  /** When other bytes took the place of the first ones. */
  replaced_at: Date | null;
  metadata: Partial<ObjectMetadata>;
  user_metadata: Record<string, unknown> | null;
  blob_id: string;
}

export interface BucketRow {
  id: string;
  public: boolean;
  file_size_limit: string | null;
  allowed_mime_types: string[] | null;
}

/** Runs one statement as a caller. */
export type Query = <Row = Record<string, unknown>>(statement: Statement) => Promise<Result<Row>>;

export const queryAs =
  (database: Database, caller: Caller): Query =>
  (statement) =>
    database.runAs(caller, statement);

/** Runs statements as the database's owner, without policies: for links and public buckets. */
export const queryAsOwner =
  (database: Database): Query =>
  ({ text, values }) =>
    database.query(text, values);

/** The settings of a bucket, which are not secret. Throws `NoSuchBucket`. */
export async function findBucket(database: Database, id: string): Promise<BucketRow> {
  const { rows } = await database.query<BucketRow>(
    'select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = $1',
    [id],
  );
  if (!rows[0]) throw new StorageError('NoSuchBucket');
  return rows[0];
}

const OBJECT_FIELDS =
  'id, bucket_id, name, version, created_at, updated_at, replaced_at, metadata, user_metadata, blob_id';

/** The object, if the caller may see it. With a version, only if it is the current one. Throws `NoSuchKey`. */
export async function findObject(
  query: Query,
  bucketId: string,
  key: string | undefined,
  version?: string,
): Promise<ObjectRow> {
  if (key === undefined) throw new StorageError('NoSuchKey');
  const { rows } = await query<ObjectRow>({
    prepared: true,
    text: `select ${OBJECT_FIELDS} from storage.objects where bucket_id = $1 and name = $2`,
    values: [bucketId, key],
  });
  return requireVersion(rows[0], version);
}

/** The same with its bucket, in one statement: also whether everyone may read it. Throws `NoSuchBucket` and `NoSuchKey`. */
export async function findReadable(
  query: Query,
  bucketId: string,
  key: string | undefined,
  version?: string,
) {
  const { rows } = await query<ObjectRow & { is_public: boolean | null }>({
    prepared: true,
    text: `select storage.bucket_is_public($1) as is_public, o.* from (values (1)) as one left join (
        select ${OBJECT_FIELDS} from storage.objects where bucket_id = $1 and name = $2
      ) as o on true`,
    values: [bucketId, key ?? null],
  });
  const { is_public: isPublic = null, ...object } = rows[0] ?? {};
  if (isPublic === null) throw new StorageError('NoSuchBucket');
  return { object: requireVersion(object as ObjectRow, version), isPublic };
}

/** Throws `NoSuchKey` if there is no object, or another version of it. */
function requireVersion(row: ObjectRow | undefined, version: string | undefined): ObjectRow {
  if (!row?.id || (version !== undefined && version !== row.version)) throw new StorageError('NoSuchKey');
  return row;
}

export interface NewObject {
  id: string;
  /** Bound to the key and the blob (`Binding`); an unbound object can't be read. A dry run needs no binding. */
  version?: string;
  bucketId: string;
  key: string;
  owner: string | undefined;
  metadata: Partial<ObjectMetadata>;
  userMetadata: Record<string, unknown> | null;
  blobId: string;
}

type StoredFacts = Pick<NewObject, 'bucketId' | 'key' | 'owner'> &
  Partial<Pick<NewObject, 'id' | 'userMetadata'>> &
  Parameters<typeof objectMetadata>[1];

/** An object for bytes that are stored, bound to them. */
export function objectFor(
  binding: Pick<Binding, 'version'>,
  blob: Blob,
  { bucketId, key, owner, id = randomUUID(), userMetadata = null, ...shown }: StoredFacts,
): NewObject {
  const metadata = objectMetadata(blob, shown);
  const version = binding.version({ bucket_id: bucketId, name: key, blob_id: blob.id, size: blob.size });
  return { id, bucketId, key, owner, metadata, userMetadata, blobId: blob.id, version };
}

const INSERT = `insert into storage.objects
    (id, bucket_id, name, owner, owner_id, metadata, user_metadata, blob_id, version)
  values ($1, $2, $3, $4::uuid, $4::text, $5, $6, $7, coalesce($8, gen_random_uuid()::text))`;
// Only this statement returns a row: a caller who may write may not be allowed to read.
const REPLACE = `${INSERT} on conflict (bucket_id, name) do update set
  owner = excluded.owner, owner_id = excluded.owner_id, metadata = excluded.metadata,
  user_metadata = excluded.user_metadata, blob_id = excluded.blob_id, version = excluded.version, updated_at = now()
  returning id`;

export function insertStatement(object: NewObject, upsert: boolean): Statement {
  const { id, bucketId, key, owner, metadata, userMetadata, blobId, version } = object;
  return {
    prepared: true,
    text: upsert ? REPLACE : INSERT,
    values: [
      id,
      bucketId,
      key,
      owner ?? null,
      JSON.stringify(metadata),
      userMetadata && JSON.stringify(userMetadata),
      blobId,
      version ?? null,
    ],
  };
}
