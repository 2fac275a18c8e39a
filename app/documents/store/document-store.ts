import { isPlaceholder } from '#domain/documents/file-display.ts';
import type { FolderStep } from '#domain/documents/folders.ts';

export interface DocumentItem {
  /** Stays the same when a file is renamed, so that its row keeps the focus. */
  readonly key: string;
  readonly type: 'file' | 'folder';
  readonly name: string;
  /** Beneath the owner's root. */
  readonly path: string;
  readonly size: number;
  /** The row in file_uploads. Null for folders, and so is all that follows. */
  readonly id: string | null;
  /** ISO time, so that equal lists compare as equal. */
  readonly uploadedAt: string | null;
  readonly downloadCount: number | null;
  readonly mimeType: string | null;
  readonly sha256: string | null;
  /** Whose sign-in sent it: the owner's, or somebody's of the office. */
  readonly uploadedBy: string | null;
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
  /** Every folder there is, parents before children, in the order shown. */
  folders(): Promise<FolderStep[]>;
  /** Every file under a folder, with what stands for empty folders. */
  pathsUnder(folder: string): Promise<string[]>;
  /** The paths that are gone; what the server kept is missing from the answer. */
  remove(paths: readonly string[]): Promise<string[]>;
  /** Which of these files the list still knows, though they are gone. */
  stillListed(paths: readonly string[]): Promise<string[]>;
  /** An address that the browser can download from, for a minute. */
  downloadUrl(path: string): Promise<string>;
}

/** A row of the wire's list: folders have no id. */
export interface ListedObject {
  readonly name: string;
  readonly id: string | null;
  readonly created_at: string | null;
  readonly metadata: Record<string, unknown> | null;
}

/** A row of file_uploads, which has what the store's own list lacks. */
export interface ListedUpload {
  readonly file_name: string;
  readonly file_size: number;
  readonly download_count: number;
  readonly sha256: string | null;
  readonly uploaded_by: string | null;
}

/** What the list shows of what the wire lists. */
export function toItem(
  object: ListedObject,
  path: string,
  uploads: ReadonlyMap<string, ListedUpload>,
): DocumentItem | null {
  if (isPlaceholder(object.name)) return null;
  const { name, id } = object;
  if (id === null) return folderItem(name, path);
  const upload = uploads.get(name);
  const { size, mimetype } = object.metadata ?? {};
  return {
    key: id,
    type: 'file',
    name,
    path,
    size: typeof size === 'number' ? size : 0,
    id,
    uploadedAt: object.created_at,
    downloadCount: upload?.download_count ?? 0,
    mimeType: typeof mimetype === 'string' ? mimetype : null,
    sha256: upload?.sha256 ?? null,
    uploadedBy: upload?.uploaded_by ?? null,
  };
}

/** Folders are known by their names alone. */
export const folderKey = (name: string): string => `folder ${name}`;

function folderItem(name: string, path: string): DocumentItem {
  return {
    key: folderKey(name),
    type: 'folder',
    name,
    path,
    size: 0,
    id: null,
    uploadedAt: null,
    downloadCount: null,
    mimeType: null,
    sha256: null,
    uploadedBy: null,
  };
}
