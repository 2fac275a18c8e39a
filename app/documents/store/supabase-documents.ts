import { dataOf } from '#app/shared/api/done.ts';
import { isConnectionError } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import { isPlaceholder } from '#domain/documents/file-display.ts';
import {
  DOCUMENTS_BUCKET,
  FOLDER_PLACEHOLDER,
  type FolderStep,
  foldersAround,
  joinPath,
  storageKey,
} from '#domain/documents/folders.ts';
import type { Language } from '#domain/language/language.ts';
import { type FolderContent, type ListedEntry, toItem } from './document-store.ts';
import { callStorage, objectUrl, signedUrl } from './storage-api.ts';
import { connectionLost } from './store-error.ts';

/** As many as `list_folder` returns at most. */
const PAGE = 1000;
/** As many ids as fit into the query string of one request. */
const MAX_IDS = 100;
/** Long enough to start the download, too short to share the URL. */
const URL_SECONDS = 60;

interface ListPage {
  objects: { key?: string; name: string }[];
  hasNext: boolean;
  nextCursor?: string;
}

export type DocumentStore = ReturnType<typeof supabaseDocuments>;

/**
 * The documents of one owner. Paths are relative to the owner's root folder. Failures throw a StoreError, or the error
 * of the REST API. Row level security decides what the user may do.
 */
export function supabaseDocuments(ownerId: string) {
  const key = (path: string) => storageKey(ownerId, path);
  const pathOf = (key: string) => key.slice(ownerId.length + 1);

  /** All objects below a folder at any depth, with the placeholders of empty folders. */
  async function pathsUnder(folder: string): Promise<string[]> {
    const paths: string[] = [];
    let cursor: string | undefined;
    do {
      const body = { prefix: `${key(folder)}/`, limit: PAGE, ...(cursor !== undefined && { cursor }) };
      const page = await callStorage<ListPage>(`/storage/v1/object/list-v2/${DOCUMENTS_BUCKET}`, { body });
      paths.push(...page.objects.map((one) => pathOf(one.key ?? one.name)));
      cursor = page.hasNext ? page.nextCursor : undefined;
    } while (cursor !== undefined);
    return paths;
  }

  return {
    async list(folder: string): Promise<FolderContent> {
      const entries = await listEntries(ownerId, folder);
      const shown = entries.filter(({ name }) => !isPlaceholder(name));
      return {
        items: shown.map((entry) => toItem(entry, joinPath(folder, entry.name))),
        exists: folder === '' || entries.length > 0,
      };
    },

    async createFolder(path: string): Promise<void> {
      const url = objectUrl(key(joinPath(path, FOLDER_PLACEHOLDER)));
      await callStorage(url, { body: new Blob([]), headers: { 'x-upsert': 'false' } });
    },

    /** Moves a file or a whole folder, atomically. */
    async move(from: string, to: string): Promise<void> {
      const body = { bucketId: DOCUMENTS_BUCKET, sourceKey: key(from), destinationKey: key(to) };
      await callStorage('/storage/v1/object/move', { body });
    },

    /** All folders, parents before children, in the order shown in this language. */
    folders: async (language: Language): Promise<FolderStep[]> =>
      foldersAround(await pathsUnder(''), language),

    pathsUnder,

    /** Returns the paths that were deleted. */
    async remove(paths: readonly string[]): Promise<string[]> {
      const removed: string[] = [];
      for (let i = 0; i < paths.length; i += PAGE) {
        const gone = await callStorage<{ name: string }[]>(`/storage/v1/object/${DOCUMENTS_BUCKET}`, {
          method: 'DELETE',
          body: { prefixes: paths.slice(i, i + PAGE).map(key) },
        });
        removed.push(...gone.map(({ name }) => pathOf(name)));
      }
      return removed;
    },

    /** The ids of those of these deleted files that still have a row in file_uploads. */
    async stillListed(ids: readonly string[]): Promise<string[]> {
      const listed: string[] = [];
      for (let i = 0; i < ids.length; i += MAX_IDS) {
        const some = ids.slice(i, i + MAX_IDS);
        const data = await dataOf(rest.from('file_uploads').select('id').in('id', some));
        listed.push(...data.map(({ id }) => id));
      }
      return listed;
    },

    /** A URL that the browser can download from, for a minute. */
    downloadUrl: async (path: string): Promise<string> =>
      `${await signedUrl(key(path), URL_SECONDS)}&download=`,

    /** The same for files and whole folders as one zip, which the server makes while it is downloaded. */
    async zipLink(paths: readonly string[]): Promise<{ url: string; name: string }> {
      const body = { owner_id: ownerId, paths };
      const { url, name } = await callStorage<{ url: string; name: string }>('/functions/v1/archive', {
        body,
      });
      return { url: `${location.origin}${url}`, name };
    },
  };
}

async function listEntries(owner: string, folder: string): Promise<ListedEntry[]> {
  const entries: ListedEntry[] = [];
  for (;;) {
    const last = entries.at(-1);
    const { data, error } = await rest
      .rpc('list_folder', {
        owner,
        folder,
        ...(last && { after: last.id === null ? `${last.name}/` : last.name }),
      })
      .overrideTypes<ListedEntry[], { merge: false }>();
    if (error) throw isConnectionError(error) ? connectionLost() : error;
    entries.push(...data);
    if (data.length < PAGE) return entries;
  }
}
