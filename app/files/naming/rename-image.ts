import { nameProblem } from '#domain/file-names.ts';
import { joinPath, parentOf } from '#domain/folders.ts';
import { imageName } from '#domain/image-names.ts';
import type { DocumentStore } from '../document-store.ts';
import { done, failed, type Outcome } from '../messages.ts';
import { isStoreError } from '../store-error.ts';
import type { StoredImage } from './pending.ts';

export const sayNaming = {
  blank: 'Please enter a name for the image.',
  refused: 'Failed to rename image. Please try again.',
  error: 'An error occurred while renaming the image.',
} as const;

/** Gives a stored picture the name that the person typed, under the extension that it has. Never throws. */
export async function renameImage(
  store: Pick<DocumentStore, 'move'>,
  { path, name }: Pick<StoredImage, 'path' | 'name'>,
  typed: string,
): Promise<Outcome> {
  const wanted = imageName(typed, name);
  if (wanted === '') return failed(sayNaming.blank);
  if (wanted === name) return done('');
  const problem = nameProblem(wanted);
  if (problem !== undefined) return failed(problem);
  try {
    await store.move(path, joinPath(parentOf(path), wanted));
    return done('');
  } catch (error) {
    console.warn('An image could not be renamed', error);
    return failed(isStoreError(error, 'unreachable') ? sayNaming.error : sayNaming.refused);
  }
}
