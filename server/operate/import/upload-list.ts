import { objectKey } from '#domain/documents/object-keys.ts';
import type { ImportDeps } from './deps.ts';
import type { ImportKind, Item } from './import-items.ts';
import { count, moment, text } from './values.ts';

const NAME = 'list of uploads';
const BATCH = 500;

interface EntryItem extends Item {
  row: Record<string, unknown>;
}

/**
 * Imports the list's data about a document: its year, upload time and download count. The list here follows the
 * documents, so entries without a document are skipped, and documents without an entry get one; `reportUnlisted`
 * reports them.
 */
export function uploadList(deps: ImportDeps): {
  kind: ImportKind<EntryItem>;
  reportUnlisted(): Promise<void>;
} {
  const { source, report, fingerprint, database } = deps;

  async function* read(): AsyncGenerator<EntryItem> {
    for await (const row of source.rows('public.file_uploads')) {
      const path = objectKey(text(row, 'file_path'));
      if (path === undefined) {
        report.skip(NAME, text(row, 'id'), 'Its path can’t be used here.');
        continue;
      }
      const entry = {
        path,
        year: count(row, 'year') ?? null,
        uploaded_at: moment(row, 'uploaded_at'),
        download_count: count(row, 'download_count') ?? 0,
      };
      yield { id: path, fingerprint: fingerprint(NAME, entry), row: entry };
    }
  }

  const kind: ImportKind<EntryItem> = {
    name: NAME,
    batch: BATCH,
    items: read(),
    async findProblems(items) {
      // In a dry run, the documents are not stored yet.
      if (deps.dryRun) return new Map();
      const { rows } = await database.query<{ file_path: string }>(
        'select file_path from public.file_uploads where file_path = any ($1)',
        [items.map(({ id }) => id)],
      );
      const here = new Set(rows.map(({ file_path }) => file_path));
      const lost = items.filter(({ id }) => !here.has(id));
      return new Map(lost.map(({ id }) => [id, 'There is no such document.']));
    },
    async write(tx, items) {
      await tx.query(
        `update public.file_uploads f set year = coalesce(r.year, f.year),
           uploaded_at = coalesce(r.uploaded_at, f.uploaded_at),
           download_count = greatest(f.download_count, r.download_count),
           seen_at = case
             when r.download_count > 0 or r.uploaded_at < now() - interval '14 days' then coalesce(f.seen_at, now())
             else f.seen_at
           end
         from jsonb_to_recordset($1) as r (path text, year int, uploaded_at timestamptz, download_count int)
         where f.file_path = r.path`,
        [JSON.stringify(items.map(({ row }) => row))],
      );
    },
  };

  async function reportUnlisted(): Promise<void> {
    const { rows } = await database.query<{ id: string }>(
      `select f.id from public.file_uploads f join nutmeg.imported d on d.kind = 'documents' and d.id = f.id::text
       where not exists (select from nutmeg.imported i where i.kind = $1 and i.id = f.file_path) order by f.id`,
      [NAME],
    );
    for (const { id } of rows)
      report.remark('documents', id, 'It was not in the list of uploads. It is now.');
  }

  return { kind, reportUnlisted };
}
