/** Why an uploaded picture can't be used, with a message for the person who chose it. */
const pictureErrors = {
  not_a_picture: 'This isn’t a picture we can read. Choose a JPEG, PNG, or WebP file.',
  heic: 'We can’t read HEIC pictures. Save it as a JPEG first, then choose that file.',
  too_many_pixels: 'This picture has too many pixels. Choose one that is smaller, such as 4,000 by 3,000.',
  too_small: 'This picture is too small. Choose one of at least 128 by 128 pixels.',
  too_narrow: 'This picture is too long and narrow. Crop it first.',
  broken: 'This file is damaged. Choose another one.',
  too_many_pictures: 'There are too many pictures. Those that aren’t in use are deleted after 30 days.',
  unsupported: 'Pictures can’t be processed on this server.',
} as const;

export class PictureError extends Error {
  readonly code: keyof typeof pictureErrors;

  constructor(code: keyof typeof pictureErrors, cause?: unknown) {
    super(pictureErrors[code], { cause });
    this.code = code;
  }
}
