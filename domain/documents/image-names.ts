import { completeName, splitName } from './file-names.ts';

/** Which uploads are images, and which of their names are generated. */

const extensions = new Set(['.jpg', '.jpeg', '.png', '.gif', '.webp', '.heic', '.heif', '.bmp', '.svg']);

// Prefixes of cameras and screenshots: iPhone "IMG_1234.HEIC", Pixel "PXL_2026...", "Screenshot 2026-...".
const cameraName = /^(image_|img_|photo_|pxl_|screenshot)/i;

export interface NamedFile {
  readonly name: string;
  /** The media type from the device; often empty. */
  readonly type: string;
}

/** By the media type, the extension, or a camera's file name. */
export function isImage({ name, type }: NamedFile): boolean {
  return (
    type.toLowerCase().startsWith('image/') ||
    extensions.has(splitName(name).extension.toLowerCase()) ||
    hasCameraName(name)
  );
}

/** Whether a camera or a program generated the name, so that it doesn't tell what the image shows. */
export function hasCameraName(name: string): boolean {
  return cameraName.test(name);
}

/** The typed name with the image's extension: "W-2.HEIC" for "W-2". Empty if it is blank. */
export function imageName(typed: string, original: string): string {
  const name = completeName(typed);
  if (name === '') return '';
  const { extension } = splitName(original);
  const repeated = extension !== '' && name.toLowerCase().endsWith(extension.toLowerCase());
  // The extension may have been typed, too.
  const base = repeated ? name.slice(0, -extension.length).trim() : name;
  return base === '' ? '' : `${base}${extension}`;
}
