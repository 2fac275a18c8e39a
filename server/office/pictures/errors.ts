/** Why an uploaded picture can't be used, with a message for the person who chose it. */
export const pictureErrors = {
  not_a_picture: {
    status: 422,
    message: 'This isn’t a picture we can read. Choose a JPEG, PNG, or WebP file.',
  },
  heic: {
    status: 422,
    message: 'We can’t read HEIC pictures. Save it as a JPEG first, then choose that file.',
  },
  too_many_pixels: {
    status: 422,
    message: 'This picture has too many pixels. Choose one that is smaller, such as 4,000 by 3,000.',
  },
  too_small: { status: 422, message: 'This picture is too small. Choose one of at least 128 by 128 pixels.' },
  too_narrow: { status: 422, message: 'This picture is too long and narrow. Crop it first.' },
  broken: { status: 422, message: 'This file is damaged. Choose another one.' },
  too_many_pictures: {
    status: 422,
    message: 'There are too many pictures. Those that aren’t in use are deleted after 30 days.',
  },
  unsupported: { status: 503, message: 'Pictures can’t be processed on this server.' },
} as const;

export class PictureError extends Error {
  readonly code: keyof typeof pictureErrors;

  constructor(code: keyof typeof pictureErrors, cause?: unknown) {
    super(pictureErrors[code].message, { cause });
    this.code = code;
  }
}
