import { z } from 'zod';
import { MAX_KEY_TEXT, objectKey } from '#domain/documents/object-keys.ts';
import { UNSEARCHED } from '#domain/text/hidden-characters.ts';
import { normalizeWithin } from '#domain/text/unicode.ts';
import type { ObjectMetadata, Query } from './objects.ts';
import { prefixEnd } from './prefix-range.ts';

/** More than any screen shows. Clients page beyond it. */
const MAX_ENTRIES = 10_000;
const versions = z.enum(['exclude', 'include', 'only']).optional();

export const listBody = z.object({
  prefix: z.string().max(MAX_KEY_TEXT).default(''),
  limit: z
    .number()
    .int()
    .min(1)
    .transform((limit) => Math.min(limit, MAX_ENTRIES))
    .default(100),
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

export interface ListEntry {
  name: string;
  id: string | null;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
  metadata: ObjectMetadata | null;
}

const FIELDS = 'o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata';
// Lower case in every script, then byte order: the same on every server and in every locale.
const FOLDED = 'lower(e.name collate "default") collate "C"';

/** The direct children of a folder. Names are relative to it. A subfolder is a row without an id. */
export async function listFolder(query: Query, bucketId: string, wanted: ListRequest): Promise<ListEntry[]> {
  // There is only the current version.
  if (wanted.noncurrentVersions === 'only' || wanted.deleteMarkers === 'only') return [];
  const trimmed = withoutSlashes(wanted.prefix);
  const folder = trimmed === '' ? '' : objectKey(trimmed);
  const search = normalizeWithin(wanted.search, MAX_KEY_TEXT);
  // No object can have an invalid name.
  if (folder === undefined || !search?.isWellFormed() || search.includes('\0')) return [];
  if (wanted.exactMatch) return exactly(query, bucketId, folder);
  const within = folder === '' ? '' : `${folder}/`;
  const end = prefixEnd(within);
  const { rows } = await query<ListEntry>({
    text: statement(wanted, end),
    values: [bucketId, within, end, search, wanted.limit, wanted.offset, UNSEARCHED],
  });
  return rows;
}

/** Not a regular expression: it would backtrack on many slashes. */
function withoutSlashes(path: string): string {
  let [start, end] = [0, path.length];
  while (path[start] === '/') start++;
  while (end > start && path[end - 1] === '/') end--;
  return path.slice(start, end);
}

function statement({ sortBy: { column, order } }: ListRequest, end: string | null): string {
  const entries = `
    select substr(name, length($2) + 1) as rest, * from storage.objects
    where bucket_id = $1 and name >= $2 and ${end === null ? '$3::text is null' : 'name < $3'}`;
  const found = `starts_with(
    translate(lower(e.name collate "default"), $7, ''), translate(lower($4::text), $7, ''))`;
  const page = 'limit $5 offset $6';
  if (column === 'name') {
    // Finds the page among the names, which are in the index, and reads only its rows, one by one (lateral). The
    // planner would not do this automatically if the caller may see everything.
    return `
      select e.name, ${FIELDS} from (
        select * from (
          select distinct split_part(rest, '/', 1) as name, position('/' in rest) > 0 as is_folder
          from (${entries}) as entry
        ) as e
        where ${found} order by ${FOLDED} ${order}, e.name collate "C" ${order}, not e.is_folder ${order} ${page}
      ) as e
      left join lateral (
        select o.* from storage.objects o
        where not e.is_folder and o.bucket_id = $1 and o.name = $2 || e.name limit 1
      ) as o on true
      order by ${FOLDED} ${order}, e.name collate "C" ${order}, not e.is_folder ${order}`;
  }
  return `
    select e.name, e.id, e.updated_at, e.created_at, e.last_accessed_at, e.metadata from (
      select distinct split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
        null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
      from (${entries}) as entry where position('/' in rest) > 0
      union all
      select rest, id, updated_at, created_at, last_accessed_at, metadata
      from (${entries}) as entry where position('/' in rest) = 0
    ) as e
    where ${found}
    order by e.id is null desc, e.${column} ${order}, ${FOLDED}, e.name collate "C" ${page}`;
}

async function exactly(query: Query, bucketId: string, key: string): Promise<ListEntry[]> {
  const { rows } = await query<ListEntry>({
    text: `select storage.filename(o.name) as name, ${FIELDS} from storage.objects o where o.bucket_id = $1 and o.name = $2`,
    values: [bucketId, key],
  });
  return rows;
}
