import { commonFolder, folderArchive, selectionArchive } from '#domain/documents/archive-names.ts';
import { isPlaceholder } from '#domain/documents/file-display.ts';
import { DOCUMENTS_BUCKET, lastStepOf, parentOf, storageKey } from '#domain/documents/folders.ts';
import { objectKey } from '#domain/documents/object-keys.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { Caller, Database } from '#server/database/database.ts';

/** More files than any client has. Their list fits into memory. */
export const MAX_FILES = 50_000;

/** How many missing files are named. The others are only counted. */
const MAX_NAMED = 100;
/** Names of missing files are unchecked input: as long as a request, with line breaks. */
const MAX_CHARACTERS = 1024;

/** The contents of an archive. All paths are relative to the owner's root. */
export interface Selection {
  name: string;
  /** The folder in which the selection was made. */
  folder: string;
  files: { id: string; path: string }[];
  /** Empty folders, which need their own entries. */
  folders: string[];
  /** The first requested paths that don't exist or that the caller can't see. */
  missing: string[];
  missingCount: number;
  bytes: number;
}

interface Row {
  id: string;
  name: string;
  size: string;
  /** The index of the requested path that it belongs to. */
  place: string;
}

// A path may be a file or a folder. '0' comes right after '/', so this range is the folder's content.
const FIND = {
  name: 'archive-find',
  text: `
    select o.id, o.name, coalesce((o.metadata ->> 'size')::bigint, 0) as size, w.place
    from unnest($1::text[]) with ordinality as w (key, place)
    cross join lateral (
      select id, name, metadata from storage.objects where bucket_id = '${DOCUMENTS_BUCKET}' and name = w.key
      union all
      select id, name, metadata from storage.objects
      where bucket_id = '${DOCUMENTS_BUCKET}' and name >= w.key || '/' and name < w.key || '0'
    ) as o
    order by o.name limit $2`,
};

/** Finds files and whole folders with the caller's permissions. The archive's name has `today` ("2027-03-14"). */
export async function select(
  database: Database,
  caller: Caller,
  ownerId: string,
  paths: readonly string[],
  today: string,
  t: Translate,
): Promise<Selection | 'nothing' | 'too many'> {
  const wanted = [...new Set(paths)].map((path) => ({ path, key: objectKey(storageKey(ownerId, path)) }));
  const possible = wanted.filter((one) => one.key !== undefined);
  const { rows } = await database.runAs<Row>(
    caller,
    { ...FIND, values: [possible.map(({ key }) => key), MAX_FILES + 1] },
    { readOnly: true },
  );
  const [first] = rows;
  if (first === undefined) return 'nothing';
  if (rows.length > MAX_FILES) return 'too many';

  const pathOf = ({ name }: Row) => name.slice(ownerId.length + 1);
  // A folder and a file in it may both be selected, so duplicates are removed.
  const once = [...new Map(rows.map((row) => [row.id, row])).values()];
  const [marks, files] = [once.filter(isMark), once.filter((row) => !isMark(row))];
  const found = new Set(rows.map(({ place }) => possible[Number(place) - 1]));
  const [only] = paths;
  const missing = wanted.filter((one) => !found.has(one)).map(({ path }) => path);
  const isFolder = wanted.length === 1 && !files.some((file) => pathOf(file) === only);
  return {
    name: t(isFolder ? folderArchive : selectionArchive(today)),
    folder: commonFolder(possible.map(({ key = '' }) => key.slice(ownerId.length + 1))),
    files: files.map((row) => ({ id: row.id, path: pathOf(row) })),
    folders: marks.map((row) => parentOf(pathOf(row))),
    missing: missing.slice(0, MAX_NAMED).map(asName),
    missingCount: missing.length,
    bytes: files.reduce((sum, { size }) => sum + Number(size), 0),
  };
}

function asName(path: string): string {
  return path
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '?');
}

function isMark({ name }: Row): boolean {
  return isPlaceholder(lastStepOf(name));
}
