import type { Database } from '#contract/generated/database.ts';

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

export interface FolderContent {
  /** In no order. */
  readonly items: readonly DocumentItem[];
  /** False if there is not even the placeholder of an empty folder. */
  readonly exists: boolean;
}

type Listed = Database['public']['Functions']['list_folder']['Returns'][number];

/** An entry of `list_folder`. Folders have no id, and nothing else but a name. */
export type ListedEntry = Pick<Listed, 'name'> & {
  readonly [Fact in Exclude<keyof Listed, 'name'>]: Listed[Fact] | null;
};

/** Folders have no id, so their key is the name. */
export const folderKey = (name: string): string => `folder ${name}`;

export function toItem(entry: ListedEntry, path: string): DocumentItem {
  const { name, id } = entry;
  return {
    key: id ?? folderKey(name),
    type: id === null ? 'folder' : 'file',
    name,
    path,
    size: entry.file_size ?? 0,
    id,
    uploadedAt: entry.uploaded_at,
    downloadCount: entry.download_count,
    mimeType: entry.file_type,
    sha256: entry.sha256,
    uploadedBy: entry.uploaded_by,
    isByClient: entry.by_client ?? false,
    isSeen: entry.seen_at !== null,
  };
}
