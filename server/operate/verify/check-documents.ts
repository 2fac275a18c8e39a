import { createHash } from 'node:crypto';
import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import { createBinding, type Named } from '#server/storage/blobs/binding.ts';
import { partsOf, sizeOf } from '#server/storage/blobs/blob-parts.ts';
import { readParts } from '#server/storage/blobs/reading.ts';
import { BlobBrokenError } from '#server/storage/blobs/segments.ts';
import { BlobMissingError } from '#server/storage/blobs/stores/blob-store.ts';
import { storeFailure } from '#server/storage/blobs/stores/store-failure.ts';
import { StorageError } from '#server/storage/errors.ts';
import {
  clientSql,
  type KeyedRow,
  type Problem,
  type ReadOptions,
  type RowCheck,
  type VerifyDeps,
} from './check.ts';

interface DocumentRow extends KeyedRow, Named {
  /** The size in its row. */
  said: string | null;
  size: string | null;
  /** Whether its bytes have arrived. */
  arrived: boolean;
  /** Whether `file_uploads` agrees; null for objects that are not listed there. */
  listed: 'same' | 'absent' | 'different' | null;
  path: string;
}

const ARRIVED = `b.wrapped_key is not null or exists (select from storage.blob_pieces p where p.blob_id = b.id)`;

const OBJECTS = `
  select n.id as key, n.bucket_id, n.name, n.version, n.blob_id, n.metadata ->> 'size' as said, b.size,
    ${ARRIVED} as arrived, n.bucket_id || '/' || n.name as path,
    ${clientSql(`case when n.bucket_id = '${DOCUMENTS_BUCKET}' then public.document_owner(n.name) end`)} as client,
    case
      when n.bucket_id <> '${DOCUMENTS_BUCKET}' or nutmeg.is_folder_mark(n.name) then null
      when f.id is null then 'absent'
      when f.file_path <> n.name or f.file_size <> b.size or f.sha256 <> encode(b.sha256, 'hex') then 'different'
      else 'same'
    end as listed
  from storage.objects n
  join storage.blobs b on b.id = n.blob_id
  left join public.file_uploads f on f.id = n.id`;

const TRASH = `
  select n.id as key, '${DOCUMENTS_BUCKET}' as bucket_id, n.owner_id || '/' || n.path as name, n.version, n.blob_id,
    n.file_size::text as said, b.size, ${ARRIVED} as arrived, 'trash/' || n.path as path, ${clientSql('n.owner_id')} as client,
    null as listed
  from public.trashed_documents n
  join storage.blobs b on b.id = n.blob_id`;

/** Compares every object with its blob: its bytes, size, binding, and entry in the list. */
export const objectCheck = (deps: VerifyDeps) => documentCheck(deps, 'objects', OBJECTS);
/** The same for deleted documents. */
export const trashCheck = (deps: VerifyDeps) => documentCheck(deps, 'trash', TRASH);

function documentCheck(deps: VerifyDeps, name: string, select: string): RowCheck<DocumentRow> {
  return {
    name,
    select,
    key: 'n.id',
    check: (row) => problems(deps, row).map((one) => ({ ...one, path: row.path })),
  };
}

function problems(deps: VerifyDeps, row: DocumentRow): Problem[] {
  if (!row.arrived) return [{ kind: 'missing', what: 'Its bytes never arrived.' }];
  const found: Problem[] = [];
  if (!createBinding(deps.sealer).holds(row, Number(row.size))) {
    found.push({ kind: 'binding', what: 'Its row names bytes that it was not stored with.' });
  }
  if (row.said !== null && row.said !== row.size) {
    found.push({ kind: 'row', what: `Its row says ${row.said} bytes; ${row.size} were stored.` });
  }
  if (row.listed === 'absent') found.push({ kind: 'no row', what: 'It is not in the list of documents.' });
  if (row.listed === 'different') {
    found.push({ kind: 'row', what: 'The list of documents says something else of it.' });
  }
  return found;
}

interface BlobRow extends KeyedRow {
  size: string | null;
  sha256: Buffer | null;
  /** The received bytes of an unfinished upload; null for anything else. */
  received: string | null;
  /** The first document that names it; null if none does, so the sweeper will remove it. */
  path: string | null;
  others: number;
}

const BLOBS = `
  select b.id as key, b.size, b.sha256, u.received, n.path, n.others, ${clientSql('n.owner')} as client
  from storage.blobs b
  left join storage.uploads u on u.id = b.id and u.finished_at is null
  left join lateral (
    select min(path) as path, count(*)::int - 1 as others, min(owner::text)::uuid as owner from (
      select o.bucket_id || '/' || o.name as path,
        case when o.bucket_id = '${DOCUMENTS_BUCKET}' then public.document_owner(o.name) end as owner
      from storage.objects o where o.blob_id = b.id
      union all
      select 'trash/' || t.path, t.owner_id from public.trashed_documents t where t.blob_id = b.id
      union all
      select u.bucket_id || '/' || u.key,
        case when u.bucket_id = '${DOCUMENTS_BUCKET}' then public.document_owner(u.key) end
      where u.id is not null
    ) as names (path, owner)
  ) as n on true`;
const NAMED = `
  not exists (select from storage.blob_pieces p where p.piece_id = b.id)
    and (b.wrapped_key is not null or u.received > 0
      or exists (select from storage.blob_pieces p where p.blob_id = b.id))`;

/** The name of the check of the documents' bytes, which comes after all others. */
export const DOCUMENTS_CHECK = 'documents';

/** Decrypts each blob that a document, the trash, or an upload names, and compares size and hash. Pieces are one. */
export function blobCheck(deps: VerifyDeps): RowCheck<BlobRow> {
  return {
    name: DOCUMENTS_CHECK,
    select: BLOBS,
    where: NAMED,
    key: 'b.id',
    limit: 50,
    async check(row, reading) {
      const problem = row.path === null ? undefined : await readWhole(deps, row, reading);
      if (!problem) return [];
      return [{ ...problem, path: row.others > 0 ? `${row.path} (and ${row.others} more)` : `${row.path}` }];
    },
  };
}

async function readWhole(
  { database, store, sealer }: VerifyDeps,
  { key: id, size, sha256, received }: BlobRow,
  { pace, signal }: ReadOptions,
): Promise<Problem | undefined> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const parts = await partsOf(database, sealer, id);
    for await (const chunk of await readParts(store, id, parts, undefined)) {
      signal?.throwIfAborted();
      bytes += chunk.length;
      hash.update(chunk);
      await pace(chunk.length);
    }
    if (received !== null) {
      // More may have arrived since the row was read.
      return sizeOf(parts) >= Number(received)
        ? undefined
        : { kind: 'broken', what: 'Parts of an unfinished upload are gone.' };
    }
  } catch (error) {
    signal?.throwIfAborted();
    return problemOf(error, store);
  }
  if (size === null || sha256 === null) {
    return { kind: 'row', what: 'Its size or its hash is not recorded.' };
  }
  if (bytes !== Number(size)) {
    return { kind: 'broken', what: `It has ${bytes} bytes; ${size} were stored.` };
  }
  if (hash.digest().equals(sha256)) return undefined;
  return { kind: 'broken', what: 'Its bytes are not those whose hash is recorded.' };
}

/** Maps a read error to a problem of the blob. Rethrows it if the store itself is unavailable. */
async function problemOf(error: unknown, store: VerifyDeps['store']): Promise<Problem> {
  if (error instanceof BlobMissingError) {
    return { kind: 'missing', what: 'Its bytes are not in the store.' };
  }
  if (error instanceof BlobBrokenError) {
    return { kind: 'broken', what: `Its bytes were changed, cut off, or swapped (${error.message}).` };
  }
  const failure = storeFailure(error);
  const brokeOff = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
  if (!(failure instanceof StorageError) && !brokeOff) throw error;
  await store.probe();
  return { kind: 'unreadable', what: 'The store has it, but can’t read it.' };
}
