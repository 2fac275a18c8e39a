import { storedText } from '#app/shared/drafts/stored-value.ts';
import { cleanPath } from '#domain/documents/folders.ts';

/** The folder that was last open, for each client and for this tab only. The folder in the address takes precedence. */
const lastFolder = (ownerId: string) => storedText('session', `nutmeg.path.${ownerId}`);
const uploading = storedText('session', 'nutmeg.uploading');
const naming = storedText('session', 'nutmeg.naming');

export function rememberFolder(ownerId: string, folder: string): void {
  if (folder === '') lastFolder(ownerId).clear();
  else lastFolder(ownerId).save(folder);
}

export function rememberedFolder(ownerId: string): string {
  return cleanPath(lastFolder(ownerId).read() ?? '');
}

/** Set while files are being uploaded: a reload returns to their folder. */
export function markUploading(isActive: boolean): void {
  if (isActive) uploading.save('yes');
  else uploading.clear();
}

export function isUploading(): boolean {
  return uploading.read() !== null;
}

/** Set while uploaded images are being named. */
export function markNaming(isActive: boolean): void {
  if (isActive) naming.save('yes');
  else naming.clear();
}

/** Whether a visit without a folder in the address opens the last one: an upload or the naming was interrupted. */
export function shouldReopenFolder(): boolean {
  return isUploading() || naming.read() !== null;
}
