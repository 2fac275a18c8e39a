import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import type { Database } from '#server/database/database.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { createBinding, isUnbound, type Named } from './binding.ts';
import { keyPlace, type OpenPart, partsOf, sizeOf } from './blob-parts.ts';
import { BlobBrokenError } from './segments.ts';

interface Deps {
  database: Database;
  sealer: Sealer;
}

interface NamedRow extends Named {
  id: string;
  table: 'objects' | 'trash';
}

const AT_ONCE = 100;
const UNBOUND = `position('.' in version) = 0`;

/**
 * Binds blobs that were stored before bindings existed: each object and trashed document to its blob, each piece to
 * its whole. Runs once. Returns the number of blobs. Skips blobs that are already bound: if an object without a
 * proof references one, the object was not written by us.
 */
export async function bindUnboundObjects(
  { database, sealer }: Deps,
  shouldContinue = () => true,
): Promise<number> {
  let bound = 0;
  let last = '00000000-0000-0000-0000-000000000000';
  while (shouldContinue()) {
    const { rows } = await database.query<{ blob_id: string }>(
      `select blob_id from storage.objects where ${UNBOUND} and blob_id > $1
       union select blob_id from public.trashed_documents where ${UNBOUND} and blob_id > $1
       order by blob_id limit ${AT_ONCE}`,
      [last],
    );
    for (const { blob_id } of rows) bound += (await bindBlob({ database, sealer }, blob_id)) ? 1 : 0;
    if (rows.length < AT_ONCE) break;
    last = rows.at(-1)?.blob_id ?? last;
  }
  return bound;
}

function bindBlob({ database, sealer }: Deps, id: string): Promise<boolean> {
  const binding = createBinding(sealer);
  return database.asOwner(async (tx) => {
    // Serializes with statements that reference the blob.
    await tx.query('select from storage.blobs where id = $1 for update', [id]);
    const parts = await partsOf(tx, sealer, id).catch(noneIfBroken);
    if (parts.length === 0 || parts.some(({ isBound }) => isBound)) return false;
    const { rows } = await tx.query<NamedRow>(
      `select id, 'objects' as table, bucket_id, name, version, blob_id from storage.objects where blob_id = $1
       union all
       select id, 'trash', '${DOCUMENTS_BUCKET}', owner_id || '/' || path, version, blob_id
       from public.trashed_documents where blob_id = $1`,
      [id],
    );
    for (const row of rows.filter(({ version }) => isUnbound(version))) {
      const table = row.table === 'objects' ? 'storage.objects' : 'public.trashed_documents';
      await tx.query(`update ${table} set version = $2 where id = $1`, [
        row.id,
        binding.completed(row, sizeOf(parts)),
      ]);
    }
    for (const { id: part, startsAt, key } of parts) {
      const place = part === id ? keyPlace.blob(id) : keyPlace.piece(part, { whole: id, startsAt });
      await tx.query('update storage.blobs set wrapped_key = $2 where id = $1', [
        part,
        sealer.seal(key, place),
      ]);
    }
    return true;
  });
}

/** The key can't be decrypted, or pieces are missing. Not stored by this server, so there is nothing to bind. */
function noneIfBroken(error: unknown): OpenPart[] {
  if (error instanceof BlobBrokenError) return [];
  throw error;
}
