import { objectKey } from '#domain/documents/object-keys.ts';
import type { ImportDeps } from './deps.ts';
import { tableKind } from './import-items.ts';
import { count, moment, text } from './values.ts';

const NAME = 'list of uploads';

/**
 * Imports the list's data about a document: its year, upload time and download count. The list here follows the
 * documents, so entries without a document are skipped, and documents without an entry get one; `reportUnlisted`
 * reports them.
 */
export const uploadList = tableKind({
  name: NAME,
  table: 'public.file_uploads',
  read(row, { skip }) {
    const path = objectKey(text(row, 'file_path'));
    if (path === undefined) return skip(text(row, 'id'), 'Its path can’t be used here.');
    const entry = {
      path,
      year: count(row, 'year') ?? null,
      uploaded_at: moment(row, 'uploaded_at'),
      download_count: count(row, 'download_count') ?? 0,
    };
    return { id: path, lasting: entry, row: entry };
  },
  refused: {
    why: 'There is no such document.',
    async ids(items, { database, dryRun }) {
      // In a dry run, the documents are not stored yet.
      if (dryRun) return [];
      const { rows } = await database.query<{ id: string }>(
        `select id from unnest($1::text[]) as i (id)
         where not exists (select from public.file_uploads f where f.file_path = i.id)`,
        [items.map(({ id }) => id)],
      );
      return rows.map(({ id }) => id);
    },
  },
  write: `update public.file_uploads f set year = coalesce(r.year, f.year),
       uploaded_at = coalesce(r.uploaded_at, f.uploaded_at),
       download_count = greatest(f.download_count, r.download_count),
       seen_at = case
         when r.download_count > 0 or r.uploaded_at < now() - interval '14 days' then coalesce(f.seen_at, now())
         else f.seen_at
       end
     from jsonb_to_recordset($1) as r (path text, year int, uploaded_at timestamptz, download_count int)
     where f.file_path = r.path`,
});

export async function reportUnlisted({ database, report }: ImportDeps): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    `select f.id from public.file_uploads f join nutmeg.imported d on d.kind = 'documents' and d.id = f.id::text
     where not exists (select from nutmeg.imported i where i.kind = $1 and i.id = f.file_path) order by f.id`,
    [NAME],
  );
  for (const { id } of rows) report.remark('documents', id, 'It was not in the list of uploads. It is now.');
}
