import { storedText } from '#app/shared/drafts/stored-value.ts';
import { cleanPath } from '#domain/documents/folders.ts';

/** Where each person's files were last open in this tab. The folder in the address comes first. */

const storedFolder = (ownerId: string) => storedText('session', `nutmeg.path.${ownerId}`);
const uploading = storedText('session', 'nutmeg.uploading');
const naming = storedText('session', 'nutmeg.naming');

export function rememberFolder(ownerId: string, folder: string): void {
  if (folder === '') storedFolder(ownerId).clear();
  else storedFolder(ownerId).save(folder);
}

export function rememberedFolder(ownerId: string): string {
  return cleanPath(storedFolder(ownerId).read() ?? '');
}

/** Set while files are uploaded, so that a person who comes back is led to their folder. */
export function markUploading(active: boolean): void {
  if (active) uploading.save('yes');
  else uploading.clear();
}

export function isUploading(): boolean {
  return uploading.read() !== null;
}

/** Set while pictures are being named. */
export function markNaming(active: boolean): void {
  if (active) naming.save('yes');
  else naming.clear();
}

/** Whether uploading or naming goes on in a folder, and a person who comes back is led there. */
export function isPlaceKept(): boolean {
  return isUploading() || naming.read() !== null;
}
