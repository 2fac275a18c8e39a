import { storedText } from '#app/shared/drafts/stored-value.ts';
import { cleanPath } from '#domain/documents/folders.ts';

// For each client and for this tab only.

const kept = (name: 'path' | 'uploading' | 'naming', ownerId: string) =>
  storedText('session', `nutmeg.${name}.${ownerId}`);

/** The folder that was last open. The folder in the address takes precedence. */
export function rememberFolder(ownerId: string, folder: string): void {
  if (folder === '') kept('path', ownerId).clear();
  else kept('path', ownerId).save(folder);
}

export const rememberedFolder = (ownerId: string): string => cleanPath(kept('path', ownerId).read() ?? '');

/** Set while files are being uploaded, with a mark of each: a reload returns to their folder. */
export const uploadingIn = (ownerId: string) => kept('uploading', ownerId);

/** Set while uploaded images are being named. */
export const markNaming = (ownerId: string, isActive: boolean): void =>
  isActive ? kept('naming', ownerId).save('yes') : kept('naming', ownerId).clear();

/** Whether a visit without a folder in the address opens the last one: an upload or the naming was interrupted. */
export const shouldReopenFolder = (ownerId: string): boolean =>
  uploadingIn(ownerId).read() !== null || kept('naming', ownerId).read() !== null;
