import { rest } from '#app/shared/api/rest.ts';
import {
  DOCUMENTS_BUCKET,
  FOLDER_PLACEHOLDER,
  foldersAround,
  joinPath,
  storageKey,
} from '#domain/documents/folders.ts';
import { type DocumentStore, type ListedUpload, toItem } from './document-store.ts';
import { createObject, listObjects, moveObjects, objectUrl } from './storage-api.ts';
import { connectionLost, storeError } from './store-error.ts';

const PAGE = 1000;
/** The most characters of encoded keys in one query string. */
const MAX_QUERY_LENGTH = 6000;
/** Long enough to start the download, too short to share the URL. */
const URL_SECONDS = 60;

/** Loads supabase-js, which a list doesn't need. */
const bucket = async () => {
  const { supabase } = await import('#app/shared/api/supabase.ts').catch(() => {
    throw connectionLost();
  });
  return supabase.storage.from(DOCUMENTS_BUCKET);
};

/** The documents of one owner in the storage API. Row level security decides what the user may do. */
export function supabaseDocuments(ownerId: string): DocumentStore {
  const key = (path: string) => storageKey(ownerId, path);

  /** All objects below a folder at any depth: one request per thousand, not per folder. */
  async function pathsUnder(folder: string): Promise<string[]> {
    const paths: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, error } = await (await bucket()).listV2({
        prefix: `${key(folder)}/`,
        limit: PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      });
      if (error) throw storeError(error);
      paths.push(...data.objects.map((object) => (object.key ?? object.name).slice(ownerId.length + 1)));
      cursor = data.hasNext ? data.nextCursor : undefined;
    } while (cursor !== undefined);
    return paths;
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
      await createObject(key(joinPath(path, FOLDER_PLACEHOLDER)), new Blob([]));
    },

    async move(from, to) {
      await moveObjects(key(from), key(to));
    },

    folders: async (language) => foldersAround(await pathsUnder(''), language),

    pathsUnder,

    async remove(paths) {
      const removed: string[] = [];
      for (let i = 0; i < paths.length; i += PAGE) {
        const { data, error } = await (await bucket()).remove(paths.slice(i, i + PAGE).map(key));
        if (error) throw storeError(error);
        removed.push(...data.map((object) => object.name.slice(ownerId.length + 1)));
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
        listed.push(...data.map((row) => row.file_path.slice(ownerId.length + 1)));
      }
      return listed;
    },

    async downloadUrl(path) {
      // createSignedUrl() breaks at "#", "?" and "%" in a name; the plural sends the path as JSON.
      const { data, error } = await (await bucket()).createSignedUrls([key(path)], URL_SECONDS);
      if (error) throw storeError(error);
      const [signed] = data;
      if (!signed?.signedUrl) throw storeError({ message: signed?.error ?? '', statusCode: '404' });
      const token = new URL(signed.signedUrl.slice(signed.signedUrl.lastIndexOf('?')), location.href)
        .searchParams;
      return `${objectUrl(key(path), 'sign')}?token=${encodeURIComponent(token.get('token') ?? '')}&download=`;
    },
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
