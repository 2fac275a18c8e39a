import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import { createBinding, type Named } from '#server/storage/blobs/binding.ts';
import { clientSql, type KeyedRow, type Problem, type RowCheck, type VerifyDeps } from './check.ts';

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
    limit: 200,
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
