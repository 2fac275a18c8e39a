import { storedText } from '#app/shared/drafts/stored-value.ts';
import { cleanPath } from '#domain/documents/folders.ts';

// For each client and for this tab only.

const kept = (name: 'path' | 'uploading' | 'naming', ownerId: string) =>
  storedText('session', `nutmeg.${name}.${ownerId}`);
const mark = (name: 'uploading' | 'naming') => (ownerId: string, isActive: boolean) =>
  isActive ? kept(name, ownerId).save('yes') : kept(name, ownerId).clear();

/** The folder that was last open. The folder in the address takes precedence. */
export function rememberFolder(ownerId: string, folder: string): void {
  if (folder === '') kept('path', ownerId).clear();
  else kept('path', ownerId).save(folder);
}

export const rememberedFolder = (ownerId: string): string => cleanPath(kept('path', ownerId).read() ?? '');

/** Set while files are being uploaded: a reload returns to their folder. */
export const markUploading = mark('uploading');
export const isUploading = (ownerId: string): boolean => kept('uploading', ownerId).read() !== null;

/** Set while uploaded images are being named. */
export const markNaming = mark('naming');

/** Whether a visit without a folder in the address opens the last one: an upload or the naming was interrupted. */
export const shouldReopenFolder = (ownerId: string): boolean =>
  isUploading(ownerId) || kept('naming', ownerId).read() !== null;
