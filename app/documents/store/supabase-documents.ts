import { rest } from '#app/shared/api/rest.ts';
import { FOLDER_PLACEHOLDER, foldersAround, joinPath, storageKey } from '#domain/documents/folders.ts';
import { type DocumentStore, type ListedUpload, toItem } from './document-store.ts';
import {
  createObject,
  keysUnder,
  listObjects,
  moveObjects,
  removeObjects,
  signedUrl,
  zipLink,
} from './storage-api.ts';

const PAGE = 1000;
/** The most characters of encoded keys in one query string. */
const MAX_QUERY_LENGTH = 6000;
/** Long enough to start the download, too short to share the URL. */
const URL_SECONDS = 60;

/** The documents of one owner in the storage API. Row level security decides what the user may do. */
export function supabaseDocuments(ownerId: string): DocumentStore {
  const key = (path: string) => storageKey(ownerId, path);
  const pathOf = (key: string) => key.slice(ownerId.length + 1);

  /** All objects below a folder at any depth: one request per thousand, not per folder. */
  async function pathsUnder(folder: string): Promise<string[]> {
    return (await keysUnder(key(folder), PAGE)).map(pathOf);
  }

  return {
    async list(folder) {
      const [objects, rows] = await Promise.all([
        allPages((offset) => listObjects(key(folder), PAGE, offset)),
        listUploads(ownerId, folder),
      ]);
      const uploads = new Map(rows.map((row) => [row.file_name, row]));
      const items = objects.map((object) => toItem(object, joinPath(folder, object.name), uploads));
      return {
        items: items.filter((item) => item !== null),
        exists: folder === '' || objects.length > 0,
      };
    },

    async createFolder(path) {
      await createObject(key(joinPath(path, FOLDER_PLACEHOLDER)));
    },

    async move(from, to) {
      await moveObjects(key(from), key(to));
    },

    folders: async (language) => foldersAround(await pathsUnder(''), language),

    pathsUnder,

    async remove(paths) {
      const removed: string[] = [];
      for (let i = 0; i < paths.length; i += PAGE) {
        removed.push(...(await removeObjects(paths.slice(i, i + PAGE).map(key))).map(pathOf));
      }
      return removed;
    },

    async stillListed(paths) {
      const listed: string[] = [];
      for (const some of groupByLength(paths.map(key))) {
        const { data, error } = await rest
          .from('file_uploads')
          .select('file_path')
          .in('file_path', some)
          .overrideTypes<{ file_path: string }[], { merge: false }>();
        if (error) throw error;
        listed.push(...data.map((row) => pathOf(row.file_path)));
      }
      return listed;
    },

    downloadUrl: async (path) => `${await signedUrl(key(path), URL_SECONDS)}&download=`,

    zipLink: (paths) => zipLink(ownerId, paths),
  };
}

/** The rows of file_uploads for the files directly in a folder. */
export function listUploads(ownerId: string, folder: string): Promise<ListedUpload[]> {
  return allPages(async (offset) => {
    const uploads = rest
      .from('file_uploads')
      .select('file_name, file_size, download_count, sha256, uploaded_by, by_client, seen_at')
      .eq('user_id', ownerId)
      .order('file_path')
      .range(offset, offset + PAGE - 1);
    const inFolder = folder === '' ? uploads.is('parent_folder', null) : uploads.eq('parent_folder', folder);
    const { data, error } = await inFolder.overrideTypes<ListedUpload[], { merge: false }>();
    if (error) throw error;
    return data;
  });
}

/** Splits keys into groups that fit into the query string of one request. */
function groupByLength(keys: readonly string[]): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const one of keys) {
    const length = encodeURIComponent(one).length + 3;
    if (length > room) {
      parts.push([]);
      room = MAX_QUERY_LENGTH;
    }
    parts.at(-1)?.push(one);
    room -= length;
  }
  return parts;
}

/** Loads pages until one is not full. */
async function allPages<T>(ask: (offset: number) => Promise<T[]>): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const page = await ask(all.length);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}
