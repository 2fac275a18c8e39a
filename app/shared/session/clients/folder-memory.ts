import { storedText } from '#app/shared/drafts/stored-value.ts';
import { cleanPath } from '#domain/documents/folders.ts';

// For each client and for this tab only.

/** The folder that was last open. The folder in the address takes precedence. */
const lastFolder = (ownerId: string) => storedText('session', `nutmeg.path.${ownerId}`);
const uploading = (ownerId: string) => storedText('session', `nutmeg.uploading.${ownerId}`);
const naming = (ownerId: string) => storedText('session', `nutmeg.naming.${ownerId}`);

export function rememberFolder(ownerId: string, folder: string): void {
  if (folder === '') lastFolder(ownerId).clear();
  else lastFolder(ownerId).save(folder);
}

export function rememberedFolder(ownerId: string): string {
  return cleanPath(lastFolder(ownerId).read() ?? '');
}

/** Set while files are being uploaded: a reload returns to their folder. */
export function markUploading(ownerId: string, isActive: boolean): void {
  if (isActive) uploading(ownerId).save('yes');
  else uploading(ownerId).clear();
}

export function isUploading(ownerId: string): boolean {
  return uploading(ownerId).read() !== null;
}

/** Set while uploaded images are being named. */
export function markNaming(ownerId: string, isActive: boolean): void {
  if (isActive) naming(ownerId).save('yes');
  else naming(ownerId).clear();
}

/** Whether a visit without a folder in the address opens the last one: an upload or the naming was interrupted. */
export function shouldReopenFolder(ownerId: string): boolean {
  return isUploading(ownerId) || naming(ownerId).read() !== null;
}
