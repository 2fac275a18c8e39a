import { isPlaceholder } from '#domain/documents/file-display.ts';
import type { FolderStep } from '#domain/documents/folders.ts';
import type { Language } from '#domain/language/language.ts';

export interface DocumentItem {
  /** For files, the id: it survives a rename, so that the row keeps the focus. */
  readonly key: string;
  readonly type: 'file' | 'folder';
  readonly name: string;
  /** Relative to the owner's root folder. */
  readonly path: string;
  readonly size: number;
  /** The id of the row in file_uploads. Null for folders, like all of the following. */
  readonly id: string | null;
  /** An ISO time: as text, so that equal lists compare as equal. */
  readonly uploadedAt: string | null;
  readonly downloadCount: number | null;
  readonly mimeType: string | null;
  readonly sha256: string | null;
  /** The id of the login that uploaded it. */
  readonly uploadedBy: string | null;
  /** Uploaded by a login that was not staff's: only such documents can be new. */
  readonly isByClient: boolean;
  /** Someone at the office has opened it, or said that it was seen. */
  readonly isSeen: boolean;
}

/** Uploaded by staff: a copy of the return, a letter. */
export const isFromOffice = ({ uploadedBy, isByClient }: DocumentItem): boolean =>
  uploadedBy !== null && !isByClient;

export interface ZipLink {
  readonly url: string;
  /** The zip's own name. */
  readonly name: string;
}

export interface FolderContent {
  /** In no order. */
  readonly items: readonly DocumentItem[];
  /** False if there is not even the placeholder of an empty folder. */
  readonly exists: boolean;
}

/** The documents of one owner. Paths are relative to the owner's root folder. Failures throw a StoreError. */
export interface DocumentStore {
  list(folder: string): Promise<FolderContent>;
  createFolder(path: string): Promise<void>;
  /** Moves a file or a whole folder, atomically. */
  move(from: string, to: string): Promise<void>;
  /** All folders, parents before children, in the order shown in this language. */
  folders(language: Language): Promise<FolderStep[]>;
  /** All objects below a folder, with the placeholders of empty folders. */
  pathsUnder(folder: string): Promise<string[]>;
  /** Returns the paths that were deleted. */
  remove(paths: readonly string[]): Promise<string[]>;
  /** Which of these deleted files still have a row in file_uploads. */
  stillListed(paths: readonly string[]): Promise<string[]>;
  /** A URL that the browser can download from, for a minute. */
  downloadUrl(path: string): Promise<string>;
  /** The same for files and whole folders as one zip, for five minutes. */
  zipLink(paths: readonly string[]): Promise<ZipLink>;
}

/** An object of the storage API's list. Folders have no id. */
export interface ListedObject {
  readonly name: string;
  readonly id: string | null;
  readonly created_at: string | null;
  readonly metadata: Record<string, unknown> | null;
}

/** A row of file_uploads, for what the storage API's list lacks. */
export interface ListedUpload {
  readonly file_name: string;
  readonly file_size: number;
  readonly download_count: number;
  readonly sha256: string | null;
  readonly uploaded_by: string | null;
  readonly by_client: boolean;
  readonly seen_at: string | null;
}

/** The item for a listed object; null for a placeholder. */
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
    isByClient: upload?.by_client ?? false,
    isSeen: upload?.seen_at != null,
  };
}

/** Folders have no id, so their key is the name. */
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
    isByClient: false,
    isSeen: false,
  };
}
