/** The pictures of the team: squares in these widths and types, named by the hash of their content. */
export const PICTURE_WIDTHS = [128, 256, 512] as const;
export const PICTURE_TYPES = ['avif', 'webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

export const PICTURE_ID = /^[0-9a-f]{64}$/;

/** What can be uploaded. Phones turn their own formats into one of these if a page asks for them. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

export const pictureUrl = (id: string, width: number, type: PictureType): string =>
  `/pictures/${id}-${width}.${type}`;

/** For `srcset`: each width with its address. */
export const pictureSources = (id: string, type: PictureType): string =>
  PICTURE_WIDTHS.map((width) => `${pictureUrl(id, width, type)} ${width}w`).join(', ');
