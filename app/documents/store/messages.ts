import { msg, plural } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { DocumentItem } from './document-store.ts';

/** Messages of the file manager. The specification fixes their wording. */

/** A result, with the message for the user. */
export interface Outcome {
  readonly ok: boolean;
  readonly message: string;
  /** If the name was taken: one that is free. */
  readonly freeName?: string;
  /** Takes it back, for a while. */
  readonly undo?: () => Promise<Outcome>;
  /** The key of the document that took the place of those it was done to. */
  readonly key?: string;
}

export const done = (message: string): Outcome => ({ ok: true, message });
export const failed = (message: string): Outcome => ({ ok: false, message });

export const unknownError = msg`Unknown error`;

export const messages = {
  folderCreated: msg`Success! Folder created`,
  nameInUse: msg`Failed! Name already in use`,
  folderRefused: msg`Failed! Could not create folder`,
  folderError: msg`Failed! Create folder error`,

  uploaded: (count: number, clientName: string | null) =>
    clientName === null
      ? msg`Success! ${{ count }} file(s) uploaded`
      : msg`Success! ${{ count }} file(s) uploaded for ${{ clientName }}`,
  uploadError: msg`Failed! Upload error`,

  downloadRefused: { file: msg`Failed to download file`, folder: msg`Failed to download folder` },
  downloadError: { file: msg`Error downloading file`, folder: msg`Error downloading folder` },
  downloadSelectedError: msg`Error downloading selected items`,

  renamed: {
    file: (name: string) => msg`File renamed successfully to "${{ name }}"`,
    folder: (name: string) => msg`Folder renamed successfully to "${{ name }}"`,
  },
  renameTaken: {
    file: (name: string) =>
      msg`Failed to rename: A file with the name "${{ name }}" already exists in this location. Please choose a different name.`,
    folder: (name: string) =>
      msg`Failed to rename: A folder with the name "${{ name }}" already exists in this location. Please choose a different name.`,
  },
  renameMissing: msg`Failed to rename: File not found. It may have been moved or deleted.`,
  renameRefused: {
    file: (reason: string) => msg`Failed to rename file: ${{ reason }}`,
    folder: (reason: string) => msg`Failed to rename folder: ${{ reason }}`,
  },
  /** A folder is moved as a whole. The server names the file that prevented it. */
  renameFolderStopped: (name: string, reason: string) =>
    msg`Failed to rename folder: Error moving file "${{ name }}". ${{ reason }}`,
  renameError: (reason: string) => msg`Error renaming file or folder: ${{ reason }}`,

  moved: msg`Items moved successfully`,
  moveError: msg`Error moving items`,
  moveErrors: (names: string) => msg`Error moving items: ${{ names }}`,

  markedNew: (name: string) => msg`${{ name }} is marked as new`,
  markNewError: msg`The file couldn’t be marked as new`,

  /** The document was deleted, but still has a row in file_uploads. */
  deleteStillListed: (name: string) => msg`File ${{ name }} deleted from storage but database cleanup failed`,
  deleteRefused: {
    file: (name: string, reason: string) => msg`Failed to delete file ${{ name }}: ${{ reason }}`,
    folder: (name: string, reason: string) => msg`Failed to delete folder ${{ name }}: ${{ reason }}`,
  },
} as const;

const MAX_FAILURES = 3;

/** One message for all deletions, with the first three of those that failed, in words. */
export function deletionOutcome(
  items: readonly DocumentItem[],
  failures: readonly string[],
  t: Translate,
): Outcome {
  const gone = items.length - failures.length;
  const [only] = items;
  if (failures.length === 0)
    return done(t(items.length === 1 && only ? deletedText(only) : deletedCount(gone)));
  const listed = failures.slice(0, MAX_FAILURES).join('; ');
  const rest = failures.length - MAX_FAILURES;
  const sentence = rest > 0 ? t(msg`${{ failures: listed }}; and ${{ rest }} more`) : listed;
  return failed(gone === 0 ? sentence : `${t(deletedFirst(gone))} ${sentence}`);
}

const deletedCount = (count: number) => msg`${{ count }} items deleted successfully`;
const deletedFirst = (count: number) =>
  msg`${plural({ count }, { one: '# item', other: '# items' })} deleted successfully.`;

const deletedText = ({ type, name }: DocumentItem) =>
  type === 'folder'
    ? msg`Folder ${{ name }} and all its contents deleted successfully`
    : msg`File ${{ name }} deleted successfully`;
