import { reasonOf } from './store-error.ts';

/** Messages of the file manager. The specification fixes their wording. */

export type ItemType = 'file' | 'folder';

/** A result, with the message for the user. */
export interface Outcome {
  readonly ok: boolean;
  readonly message: string;
  /** If the name was taken: one that is free. */
  readonly freeName?: string;
}

export const done = (message: string): Outcome => ({ ok: true, message });
export const failed = (message: string): Outcome => ({ ok: false, message });

const capital: Record<ItemType, string> = { file: 'File', folder: 'Folder' };

export const messages = {
  folderCreated: 'Success! Folder created',
  nameInUse: 'Failed! Name already in use',
  folderRefused: 'Failed! Could not create folder',
  folderError: 'Failed! Create folder error',

  uploaded: (count: number, clientName: string | null) =>
    `Success! ${count} file(s) uploaded${clientName === null ? '' : ` for ${clientName}`}`,
  uploadError: 'Failed! Upload error',

  downloadRefused: (type: ItemType) => `Failed to download ${type}`,
  downloadError: (type: ItemType) => `Error downloading ${type}`,
  downloadSelectedError: 'Error downloading selected items',
  downloaded: 'Download complete',
  downloadSkipped: (count: number) =>
    `${count === 1 ? '1 item' : `${count} items`} could not be downloaded and ${count === 1 ? 'was' : 'were'} left out. The zip has a list of them.`,

  renamed: (type: ItemType, name: string) => `${capital[type]} renamed successfully to "${name}"`,
  renameTaken: (type: ItemType, name: string) =>
    `Failed to rename: A ${type} with the name "${name}" already exists in this location. Please choose a different name.`,
  renameMissing: 'Failed to rename: File not found. It may have been moved or deleted.',
  renameRefused: (type: ItemType, error: unknown) =>
    `Failed to rename ${type}: ${reasonOf(error) ?? 'Unknown error'}`,
  /** A folder is moved as a whole. The server names the file that prevented it. */
  renameFolderStopped: (name: string, error: unknown) =>
    `Failed to rename folder: Error moving file "${name}". ${reasonOf(error) ?? 'Unknown error'}`,
  renameError: (error: unknown) =>
    `Error renaming file or folder: ${reasonOf(error) ?? 'Unknown error occurred'}`,

  moved: 'Items moved successfully',
  moveError: 'Error moving items',

  markedNew: (name: string) => `${name} is marked as new`,
  markNewError: 'The file could not be marked as new',
} as const;

export interface Deletion {
  readonly type: ItemType;
  readonly name: string;
  /** Why it failed; absent if it was deleted. */
  readonly reason?: string;
  /** The document was deleted, but still has a row in file_uploads. */
  readonly isStillListed?: boolean;
}

const MAX_FAILURES = 3;

/** One message for all deletions, with the first three failures. */
export function deletionOutcome(deletions: readonly Deletion[]): Outcome {
  const failures = deletions.filter((one) => one.reason !== undefined || one.isStillListed);
  const gone = deletions.length - failures.length;
  const [only] = deletions;
  if (failures.length === 0) {
    return done(deletions.length === 1 && only ? deletedText(only) : `${gone} items deleted successfully`);
  }
  const listed = failures.slice(0, MAX_FAILURES).map(failureText).join('; ');
  const more = failures.length > MAX_FAILURES ? `; and ${failures.length - MAX_FAILURES} more` : '';
  const successes = gone === 0 ? '' : `${gone === 1 ? '1 item' : `${gone} items`} deleted successfully. `;
  return failed(`${successes}${listed}${more}`);
}

function deletedText({ type, name }: Deletion): string {
  return type === 'folder'
    ? `Folder ${name} and all its contents deleted successfully`
    : `File ${name} deleted successfully`;
}

function failureText({ type, name, reason, isStillListed = false }: Deletion): string {
  if (isStillListed) return `File ${name} deleted from storage but database cleanup failed`;
  return `Failed to delete ${type} ${name}: ${reason ?? 'Unknown error'}`;
}
