import { commonFolder, FOLDER_ARCHIVE, selectionArchive } from '#domain/documents/archive-names.ts';
import { isPlaceholder } from '#domain/documents/file-display.ts';
import { DOCUMENTS_BUCKET, lastStepOf, parentOf, storageKey } from '#domain/documents/folders.ts';
import { objectKey } from '#domain/documents/object-keys.ts';
import type { Caller, Database } from '#server/database/database.ts';

/** More than anybody's papers; a list of them fits into a row and into memory. */
export const MAX_FILES = 50_000;

/** So many of what is left out are named; of the others only the number is kept. */
export const MAX_NAMED = 100;
/** What is not there may have any name: as long as a request, with ends of lines. */
const MOST_CHARACTERS = 1024;

/** What is to be in an archive. All paths are beneath the owner's root. */
export interface Selection {
  name: string;
  /** The folder in which the selection was made. */
  folder: string;
  files: { id: string; path: string }[];
  /** Folders that have to be made for their own sake. */
  folders: string[];
  /** Asked for, and not there, or not the caller's to see: the first of them. */
  missing: string[];
  missingCount: number;
  bytes: number;
}

export class TooManyFilesError extends Error {}

interface Row {
  id: string;
  name: string;
  size: string;
  /** Which of the wanted paths it belongs to. */
  place: string;
  today: string;
}

// Each path is a file or a folder, which only its rows tell: '0' comes right after '/'.
const FIND = {
  name: 'archive-find',
  text: `
    select o.id, o.name, coalesce((o.metadata ->> 'size')::bigint, 0) as size, w.place,
      to_char(now() at time zone coalesce(current_setting('nutmeg.time_zone', true), 'UTC'), 'YYYY-MM-DD') as today
    from unnest($1::text[]) with ordinality as w (key, place)
    cross join lateral (
      select id, name, metadata from storage.objects where bucket_id = '${DOCUMENTS_BUCKET}' and name = w.key
      union all
      select id, name, metadata from storage.objects
      where bucket_id = '${DOCUMENTS_BUCKET}' and name >= w.key || '/' and name < w.key || '0'
    ) as o
    order by o.name limit $2`,
};

/**
 * Finds files and whole folders as the caller sees them. Undefined where nothing of it is there. Throws
 * `TooManyFilesError`.
 */
export async function select(
  database: Database,
  caller: Caller,
  ownerId: string,
  paths: readonly string[],
): Promise<Selection | undefined> {
  const wanted = [...new Set(paths)].map((path) => ({ path, key: objectKey(storageKey(ownerId, path)) }));
  const possible = wanted.filter((one) => one.key !== undefined);
  const { rows } = await database.runAs<Row>(
    caller,
    { ...FIND, values: [possible.map(({ key }) => key), MAX_FILES + 1] },
    { readOnly: true },
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  if (rows.length > MAX_FILES) throw new TooManyFilesError();

  const pathOf = ({ name }: Row) => name.slice(ownerId.length + 1);
  // A folder and something in it may both be selected: each thing once.
  const once = [...new Map(rows.map((row) => [row.id, row])).values()];
  const [marks, files] = [once.filter(isMark), once.filter((row) => !isMark(row))];
  const found = new Set(rows.map(({ place }) => possible[Number(place) - 1]));
  const [only] = paths;
  const missing = wanted.filter((one) => !found.has(one)).map(({ path }) => path);
  const isFolder = wanted.length === 1 && !files.some((file) => pathOf(file) === only);
  return {
    name: isFolder ? FOLDER_ARCHIVE : selectionArchive(first.today),
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
    .slice(0, MOST_CHARACTERS)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '?');
}

function isMark({ name }: Row): boolean {
  return isPlaceholder(lastStepOf(name));
}
