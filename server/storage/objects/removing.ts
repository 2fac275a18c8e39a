import { objectKey } from '#domain/documents/object-keys.ts';
import type { Query } from './objects.ts';

/** Ends the trash, and the acts that could be undone, after thirty days. The next blob sweep deletes the bytes. */
export const TRASH_SWEEPS = [
  'delete from public.trashed_documents where expires_at <= now()',
  `delete from nutmeg.document_edits where at < now() - interval '30 days'`,
];

export interface Removal {
  key: string;
  version: string | null;
}

/** Keys as sent, plain or with a version. Invalid keys are left out. */
export function removals(entries: (string | { path: string; versionId: string })[]): Removal[] {
  return entries.flatMap((entry) => {
    const { path, versionId } = typeof entry === 'string' ? { path: entry, versionId: null } : entry;
    const key = objectKey(path);
    return key === undefined ? [] : [{ key, version: versionId }];
  });
}

/** Removes what the policies allow, and returns it. Documents go to the trash; other bytes, to the next blob sweep. */
export async function removeObjects(query: Query, bucketId: string, wanted: Removal[]) {
  const { rows } = await query({
    prepared: true,
    text: `delete from storage.objects o using unnest($2::text[], $3::text[]) as wanted (key, version)
      where o.bucket_id = $1 and o.name = wanted.key and o.version = coalesce(wanted.version, o.version)
      returning o.bucket_id, o.owner, o.owner_id, o.version, o.id, o.name, o.created_at, o.updated_at,
        o.last_accessed_at, o.metadata, o.user_metadata`,
    values: [bucketId, wanted.map(({ key }) => key), wanted.map(({ version }) => version)],
  });
  return rows;
}
