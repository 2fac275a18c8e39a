import { z } from 'zod';
import { DOCUMENTS_BUCKET, lastStepOf } from '#domain/documents/folders.ts';
import { MAX_KEY_BYTES, MAX_KEY_TEXT } from '#domain/documents/object-keys.ts';
import { normalizeWithin } from '#domain/text/unicode.ts';
import { invalidRequest } from '../errors.ts';
import { listBody, upTo } from './listing.ts';
import type { Query } from './objects.ts';
import { prefixEnd } from './prefix-range.ts';
import type { ObjectMetadata } from './upload-metadata.ts';

/** A key in JSON, each byte of it escaped, in base64. */
const MAX_CURSOR = 16 * MAX_KEY_BYTES;

export const pageBody = listBody.omit({ offset: true, search: true }).extend({
  limit: upTo(1000).default(1000),
  cursor: z.string().max(MAX_CURSOR).optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
});
type PageRequest = z.infer<typeof pageBody>;

interface Row {
  name: string;
  sort: string;
  id: string | null;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
  metadata: ObjectMetadata | null;
  version: string | null;
}

/** The last entry of a page, after which the next page begins. */
const cursorSchema = z.tuple([z.string(), z.string()]);

/**
 * All keys with a prefix, in pages. With a delimiter, deeper keys are grouped as folders, whose names end in "/". A page
 * begins after the last entry of the one before, so that concurrent changes never repeat or hide other entries.
 */
export async function listPage(query: Query, bucketId: string, wanted: PageRequest) {
  const nothing = { hasNext: false, nextCursor: undefined, folders: [], objects: [] };
  if (wanted.noncurrentVersions === 'only' || wanted.deleteMarkers === 'only') return nothing;
  const prefix = normalizeWithin(wanted.prefix, MAX_KEY_TEXT);
  if (!prefix?.isWellFormed() || prefix.includes('\0')) return nothing;
  const [sort, name] = wanted.cursor === undefined ? [null, null] : readCursor(wanted.cursor);
  const end = prefixEnd(prefix);
  const { rows } = await query<Row>({
    text: statement(
      wanted,
      end,
      bucketId === DOCUMENTS_BUCKET && !prefix.includes('/') && !wanted.exactMatch,
    ),
    values: [bucketId, prefix, sort, name, wanted.limit + 1, end],
  });
  const page = rows.slice(0, wanted.limit);
  const last = page.at(-1);
  const hasNext = rows.length > wanted.limit;
  return {
    hasNext,
    nextCursor: hasNext && last ? writeCursor(last) : undefined,
    // As in the hosted service, the name is the whole prefix, and the key its last step.
    folders: page
      .filter(({ id }) => id === null)
      .map(({ name }) => ({ name, key: lastStepOf(name.slice(0, -1)) })),
    objects: page
      .filter(({ id }) => id !== null)
      .map(({ sort: _sort, ...row }) => ({ ...row, key: row.name })),
  };
}

function statement(
  { sortBy: { column, order }, with_delimiter: grouped, exactMatch }: PageRequest,
  end: string | null,
  isAcrossClients: boolean,
): string {
  const after = order === 'asc' ? '>' : '<';
  // Times are compared as text of one width, to the microsecond.
  const time = `to_char(${column} at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`;
  const sort = column === 'name' ? `''` : time;
  const fields = 'id, updated_at, created_at, last_accessed_at, metadata, version';
  // Of each client what a page takes, so that the keys of other clients between them are not read.
  const page =
    column === 'name'
      ? `and ($3::text is null or name ${after} $4) order by name ${order} limit $5`
      : 'limit null';
  const clients = `storage.my_roots() as root cross join lateral (
      select * from storage.objects
      where bucket_id = $1 and name >= greatest(root.first, $2) and name < least(root.after, $6)
        ${grouped ? 'order by name limit root.most' : page}
    ) as o`;
  const keys = `select name, ${fields}, substr(name, length($2) + 1) as rest
    from ${isAcrossClients ? clients : 'storage.objects'}
    where bucket_id = $1 and name >= $2 and ${end === null ? '$6::text is null' : 'name < $6'}
      ${exactMatch ? 'and name = $2' : ''}`;
  // Folders have no times, and sort as the oldest.
  const entries = grouped
    ? `select $2 || split_part(rest, '/', 1) || '/' as name, '' as sort, null::uuid as id,
        null::timestamptz as updated_at, null::timestamptz as created_at,
        null::timestamptz as last_accessed_at, null::jsonb as metadata, null::text as version
      from (${keys}) as k where position('/' in rest) > 0 group by 1
      union all
      select name, ${sort} as sort, ${fields} from (${keys}) as k where position('/' in rest) = 0`
    : `select name, ${sort} as sort, ${fields} from (${keys}) as k`;
  return `select * from (${entries}) as e
    where $3::text is null or (e.sort collate "C", e.name collate "C") ${after} ($3::text, $4::text)
    order by e.sort collate "C" ${order}, e.name collate "C" ${order} limit $5`;
}

function writeCursor({ sort, name }: Row): string {
  return Buffer.from(JSON.stringify([sort, name])).toString('base64url');
}

function readCursor(cursor: string): [string, string] {
  try {
    const [sort, name] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (!`${sort}${name}`.includes('\0') && `${sort}${name}`.isWellFormed()) return [sort, name];
  } catch {
    // Invalid: throws below.
  }
  throw invalidRequest('body/cursor is not valid');
}
