import { buffer } from 'node:stream/consumers';
import { contentOf, HEAD_BYTES, TAIL_BYTES } from '#domain/documents/document-types.ts';
import { DOCUMENTS_BUCKET, lastStepOf, parentOf } from '#domain/documents/folders.ts';
import type { Caller, Database } from '#server/database/database.ts';
import type { Named } from '#server/storage/blobs/binding.ts';
import type { Blobs } from '#server/storage/blobs/blobs.ts';
import { DocumentEditError } from './errors.ts';

/** A document as the caller saw it. */
export interface Seen {
  id: string;
  sha256: string;
}

export interface SourceDocument extends Named {
  id: string;
  size: number;
  uploaded_by: string | null;
  /** When its bytes came. */
  created_at: Date;
  ownerId: string;
  /** Of the folder, below the owner's root. */
  folder: string;
  fileName: string;
}

/** Of all documents of an act together, in memory. */
const MAX_BYTES = 40 * 1024 ** 2;

/** The documents in the order asked, by the policies. Throws if one is gone or changed, or the caller isn't staff. */
export async function findSources(
  database: Pick<Database, 'runAs'>,
  caller: Caller,
  seen: readonly Seen[],
): Promise<SourceDocument[]> {
  const ids = seen.map(({ id }) => id);
  const { rows } = await database.runAs<Row>(caller, {
    prepared: true,
    text: `select s.staff, o.id, o.bucket_id, o.name, o.version, o.blob_id, f.uploaded_by,
        greatest(o.created_at, o.replaced_at) as created_at,
        coalesce((o.metadata ->> 'size')::float8, 0) as size, f.sha256
      from (select public.is_staff() as staff) s
      left join (storage.objects o join public.file_uploads f on f.id = o.id)
        on o.bucket_id = '${DOCUMENTS_BUCKET}' and o.id = any($1::uuid[])`,
    values: [ids],
  });
  if (!rows[0]?.staff) throw new DocumentEditError('not_allowed');
  const sources = seen.map(({ id, sha256 }) => {
    const row = rows.find((one) => one.id === id);
    if (!row) throw new DocumentEditError('not_found');
    if (row.sha256 !== sha256) throw new DocumentEditError('changed');
    const [ownerId = '', ...path] = row.name.split('/');
    const inside = path.join('/');
    return { ...row, ownerId, folder: parentOf(inside), fileName: lastStepOf(inside) };
  });
  if (new Set(sources.map(({ ownerId }) => ownerId)).size > 1) throw new DocumentEditError('several_owners');
  if (sources.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES) throw new DocumentEditError('too_large');
  return sources;
}

interface Row extends Omit<SourceDocument, 'ownerId' | 'folder' | 'fileName'> {
  staff: boolean;
  sha256: string | null;
}

/** The bytes are in a buffer of their own, which the worker takes. */
export async function readSource(blobs: Pick<Blobs, 'read'>, source: SourceDocument) {
  const bytes = new Uint8Array(await buffer(await blobs.read(source)));
  const kind = contentOf({ head: bytes.subarray(0, HEAD_BYTES), tail: bytes.subarray(-TAIL_BYTES) });
  if (kind !== 'pdf' && kind !== 'jpeg' && kind !== 'png') throw new DocumentEditError('wrong_type');
  return { kind, bytes };
}
