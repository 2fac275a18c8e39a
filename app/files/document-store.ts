import { isPlaceholder } from '#domain/file-display.ts';

export interface DocumentItem {
  /** Stays the same when a file is renamed, so that its row keeps the focus. */
  readonly key: string;
  readonly type: 'file' | 'folder';
  readonly name: string;
  /** Beneath the owner's root. */
  readonly path: string;
  readonly size: number;
  /** ISO time, so that equal lists compare as equal. Null for folders, and so is the count. */
  readonly uploadedAt: string | null;
  readonly downloadCount: number | null;
}

export interface FolderContent {
  readonly items: readonly DocumentItem[];
  /** False when nothing at all is there, not even what stands for an empty folder. */
  readonly exists: boolean;
}

/** One person's documents. Paths are beneath that person's root; whatever fails throws a StoreError. */
export interface DocumentStore {
  list(folder: string): Promise<FolderContent>;
  createFolder(path: string): Promise<void>;
  /** Files and whole folders alike, in one step that happens or doesn't. */
  move(from: string, to: string): Promise<void>;
  /** Every file under a folder, with what stands for empty folders. */
  pathsUnder(folder: string): Promise<string[]>;
  /** The paths that are gone; what the server kept is missing from the answer. */
  remove(paths: readonly string[]): Promise<string[]>;
  /** An address that the browser can download from, for a minute. */
  downloadUrl(path: string): Promise<string>;
}

/** Every folder of a person, each with its place in the tree, parents before children, in the order shown. */
export async function allFolders(store: DocumentStore, from = ''): Promise<DocumentItem[]> {
  const { items } = await store.list(from);
  const folders = items.filter((item) => item.type === 'folder');
  const below = await Promise.all(folders.map((folder) => allFolders(store, folder.path)));
  return folders.flatMap((folder, i) => [folder, ...(below[i] ?? [])]);
}

/** A row of the wire's list: folders have no id. */
export interface ListedObject {
  readonly name: string;
  readonly id: string | null;
  readonly created_at: string | null;
  readonly metadata: Record<string, unknown> | null;
}

/** What the list shows of what the wire lists. */
export function toItem(
  object: ListedObject,
  path: string,
  counts: ReadonlyMap<string, number>,
): DocumentItem | null {
  if (isPlaceholder(object.name)) return null;
  const { name, id } = object;
  if (id === null)
    return {
      key: `folder ${name}`,
      type: 'folder',
      name,
      path,
      size: 0,
      uploadedAt: null,
      downloadCount: null,
    };
  const size = object.metadata?.size;
  return {
    key: id,
    type: 'file',
    name,
    path,
    size: typeof size === 'number' ? size : 0,
    uploadedAt: object.created_at,
    downloadCount: counts.get(name) ?? 0,
  };
}
