import { withoutHidden } from '#domain/text/hidden-characters.ts';
import { normalizeWithin } from '#domain/text/unicode.ts';
import { MAX_NAME_TEXT, splitName } from './file-names.ts';

/** Which uploads are pictures, and which of their names say nothing. */

const extensions = new Set(['.jpg', '.jpeg', '.png', '.gif', '.webp', '.heic', '.heif', '.bmp', '.svg']);

// What cameras and screenshots begin with: iPhone "IMG_1234.HEIC", Pixel "PXL_2026...", "Screenshot 2026-...".
const cameraName = /^(image_|img_|photo_|pxl_|screenshot)/i;

export interface NamedFile {
  readonly name: string;
  /** As the device says it; often empty. */
  readonly type: string;
}

/** By what the device says, by the extension, or by a name that only cameras give. */
export function isImage({ name, type }: NamedFile): boolean {
  return (
    type.toLowerCase().startsWith('image/') ||
    extensions.has(splitName(name).extension.toLowerCase()) ||
    hasCameraName(name)
  );
}

/** Whether a device generated the name, so that it doesn't describe the picture. */
export function hasCameraName(name: string): boolean {
  return cameraName.test(name);
}

/** What the person called the picture, with the extension that it has: "W-2" as "W-2.HEIC". Empty for a blank. */
export function imageName(typed: string, original: string): string {
  const name = withoutHidden(normalizeWithin(typed, MAX_NAME_TEXT) ?? typed).trim();
  if (name === '') return '';
  const { extension } = splitName(original);
  const repeated = extension !== '' && name.toLowerCase().endsWith(extension.toLowerCase());
  // Somebody who types the extension too doesn't want it twice.
  const base = repeated ? name.slice(0, -extension.length).trim() : name;
  return base === '' ? '' : `${base}${extension}`;
}
