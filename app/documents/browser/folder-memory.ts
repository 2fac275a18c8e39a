import { cleanPath } from '#domain/documents/folders.ts';

/** Where each person's files were last open, for this tab: session storage. The address has the first word. */

const pathKey = (ownerId: string) => `nutmeg.path.${ownerId}`;
const uploadingKey = 'nutmeg.uploading';
const namingKey = 'nutmeg.naming';

export function rememberFolder(ownerId: string, folder: string): void {
  write(pathKey(ownerId), folder === '' ? null : folder);
}

export function rememberedFolder(ownerId: string): string {
  return cleanPath(read(pathKey(ownerId)) ?? '');
}

/** Set while files are on their way, so that whoever comes back meets them in their folder. */
export function markUploading(active: boolean): void {
  write(uploadingKey, active ? 'yes' : null);
}

export function isUploading(): boolean {
  return read(uploadingKey) !== null;
}

/** Set while pictures are being named. */
export function markNaming(active: boolean): void {
  write(namingKey, active ? 'yes' : null);
}

/** Something is going on in a folder: whoever comes back to the files is led there. */
export function isPlaceKept(): boolean {
  return isUploading() || read(namingKey) !== null;
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    // A browser that refuses storage only forgets the place.
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // As above.
  }
}
