import { z } from 'zod';
import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import { MAX_KEY_TEXT, objectKey } from '#domain/documents/object-keys.ts';
import { UNSEARCHED } from '#domain/text/hidden-characters.ts';
import { normalizeWithin } from '#domain/text/unicode.ts';
import type { Statement } from '#server/database/database.ts';
import type { Query } from './objects.ts';
import { prefixEnd } from './prefix-range.ts';

/** More than any screen shows. Clients page beyond it. */
const MAX_ENTRIES = 10_000;
const versions = z.enum(['exclude', 'include', 'only']).optional();

/** A number of entries. A larger one is cut. */
export const upTo = (most: number) =>
  z
    .number()
    .int()
    .min(1)
    .transform((limit) => Math.min(limit, most));

export const listBody = z.object({
  prefix: z.string().max(MAX_KEY_TEXT).default(''),
  limit: upTo(MAX_ENTRIES).default(100),
  offset: z.number().int().min(0).default(0),
  search: z.string().max(MAX_KEY_TEXT).default(''),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
  exactMatch: z.boolean().default(false),
  noncurrentVersions: versions,
  deleteMarkers: versions,
});
export type ListRequest = z.infer<typeof listBody>;

// Lower case in every script, then byte order: the same on every server and in every locale.
const FOLDED = 'lower(e.name collate "default") collate "C"';
const TIMES = ['updated_at', 'created_at', 'last_accessed_at'];
const FIELDS = ['id', ...TIMES, 'metadata'];

/**
 * The direct children of a folder, as JSON. Names are relative to it. A subfolder is a row without an id. PostgreSQL
 * writes the JSON, because reading a hundred rows to write them again took most of the server's time.
 */
export async function listFolder(query: Query, bucketId: string, wanted: ListRequest): Promise<string> {
  // There is only the current version.
  if (wanted.noncurrentVersions === 'only' || wanted.deleteMarkers === 'only') return NOTHING;
  const trimmed = withoutSlashes(wanted.prefix);
  const folder = trimmed === '' ? '' : objectKey(trimmed);
  const search = normalizeWithin(wanted.search, MAX_KEY_TEXT);
  // No object can have an invalid name.
  if (folder === undefined || !search?.isWellFormed() || search.includes('\0')) return NOTHING;
  const { rows } = await query<{ list: string | null }>(
    wanted.exactMatch ? exactly(bucketId, folder) : pageOf(bucketId, folder, search, wanted),
  );
  return rows[0]?.list ?? NOTHING;
}

const NOTHING = '[]';

/**
 * The statement that writes the entries as JSON, in their order, as `JSON.stringify` would. Most documents were never
 * changed, so their times are equal: each is written once (`offset 0` keeps it apart), which is slow in PostgreSQL.
 */
function asJson(entries: string): string {
  const written = (column: string) =>
    `to_char(e.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const time = (column: string) =>
    `case e.${column} when e.updated_at then t.updated_at else ${written(column)} end as ${column}`;
  return `select '[' || string_agg(row_to_json(line)::text, ',') || ']' as list from (
    select e.name, e.id, t.updated_at, ${time('created_at')}, ${time('last_accessed_at')}, e.metadata
    from (${entries}) as e cross join lateral (select ${written('updated_at')} as updated_at offset 0) as t
  ) as line`;
}

/** Not a regular expression: it would backtrack on many slashes. */
function withoutSlashes(path: string): string {
  let [start, end] = [0, path.length];
  while (path[start] === '/') start++;
  while (end > start && path[end - 1] === '/') end--;
  return path.slice(start, end);
}

function pageOf(
  bucketId: string,
  folder: string,
  search: string,
  { sortBy: { column, order }, limit, offset }: ListRequest,
): Statement {
  const within = folder === '' ? '' : `${folder}/`;
  const end = prefixEnd(within);
  const entries = `
    select substr(name, length($2) + 1) as rest, * from ${
      bucketId === DOCUMENTS_BUCKET && folder === '' ? CLIENT_FOLDERS : 'storage.objects'
    }
    where bucket_id = $1 and name >= $2 and ${end === null ? '$3::text is null' : 'name < $3'}`;
  const found =
    search === ''
      ? ''
      : `where starts_with(translate(lower(e.name collate "default"), $7, ''), translate(lower($6::text), $7, ''))`;
  return {
    prepared: true,
    text: asJson(column === 'name' ? byName(entries, found, order) : byTime(entries, found, column, order)),
    values: [bucketId, within, end, limit, offset, ...(search === '' ? [] : [search, UNSEARCHED])],
  };
}

/** One key of each client. Those of other clients between them are not read, nor a client's ten thousand. */
const CLIENT_FOLDERS = `storage.my_roots() as root cross join lateral (
      select * from storage.objects
      where bucket_id = $1 and name >= root.first and name < root.after order by name limit root.most
    ) as o`;
const PAGE = 'limit $4 offset $5';
type SortBy = ListRequest['sortBy'];

/**
 * Reads each row once, since policies cost more than rows. The metadata of documents below a folder, which
 * the list doesn't show, are left out before the rows are sorted.
 */
function byName(entries: string, found: string, order: SortBy['order']): string {
  return `
    select e.name, ${FIELDS.map((field) => `case when not e.is_folder then e.${field} end as ${field}`).join(', ')} from (
      select distinct on (name, is_folder) * from (
        select split_part(rest, '/', 1) as name, position('/' in rest) > 0 as is_folder, id, ${TIMES.join(', ')},
          case when position('/' in rest) = 0 then metadata end as metadata
        from (${entries}) as entry
      ) as entry
      order by name, is_folder
    ) as e
    ${found}
    order by ${FOLDED} ${order}, e.name collate "C" ${order}, not e.is_folder ${order} ${PAGE}`;
}

function byTime(entries: string, found: string, column: SortBy['column'], order: SortBy['order']): string {
  return `
    select * from (
      select distinct split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
        null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
      from (${entries}) as entry where position('/' in rest) > 0
      union all
      select rest, ${FIELDS.join(', ')} from (${entries}) as entry where position('/' in rest) = 0
    ) as e
    ${found}
    order by e.id is null desc, e.${column} ${order}, ${FOLDED}, e.name collate "C" ${PAGE}`;
}

function exactly(bucketId: string, key: string): Statement {
  return {
    prepared: true,
    text: asJson(`select storage.filename(name) as name, ${FIELDS.join(', ')} from storage.objects
      where bucket_id = $1 and name = $2`),
    values: [bucketId, key],
  };
}
