import { nameProblem } from '#domain/documents/file-names.ts';
import { joinPath, nextFreeName, parentOf } from '#domain/documents/folders.ts';
import { imageName } from '#domain/documents/image-names.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { done, failed, type Outcome } from '../store/messages.ts';
import { isStoreError } from '../store/store-error.ts';
import type { DocumentStore } from '../store/supabase-documents.ts';
import type { StoredImage } from '../upload/after-upload.ts';

const namingMessages = {
  blank: msg`Please enter a name for the image.`,
  refused: msg`Failed to rename image. Please try again.`,
  error: msg`An error occurred while renaming the image.`,
} as const;

/** Renames a stored image and keeps its extension. Never throws. */
export async function renameImage(
  store: Pick<DocumentStore, 'move' | 'list'>,
  { path, name }: Pick<StoredImage, 'path' | 'name'>,
  typed: string,
  t: Translate,
): Promise<Outcome> {
  const wanted = imageName(typed, name);
  if (wanted === '') return failed(t(namingMessages.blank));
  if (wanted === name) return done('');
  const problem = nameProblem(wanted);
  if (problem !== undefined) return failed(t(problem));
  try {
    await store.move(path, joinPath(parentOf(path), wanted));
    return done('');
  } catch (error) {
    console.warn('An image could not be renamed', error);
    const outcome = failed(
      t(isStoreError(error, 'unreachable') ? namingMessages.error : namingMessages.refused),
    );
    if (!isStoreError(error, 'taken')) return outcome;
    const freeName = await findFreeName(store, parentOf(path), wanted);
    return freeName === null ? outcome : { ...outcome, freeName };
  }
}

/** Null if the folder can't be loaded. */
async function findFreeName(
  store: Pick<DocumentStore, 'list'>,
  folder: string,
  taken: string,
): Promise<string | null> {
  try {
    return nextFreeName(taken, (await store.list(folder)).items);
  } catch (error) {
    console.warn('The folder could not be searched for a free name', error);
    return null;
  }
}
