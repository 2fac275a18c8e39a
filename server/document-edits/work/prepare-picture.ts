import type { SharpOptions } from 'sharp';
import { PictureError } from '#server/office/pictures/errors.ts';
import { loadSharp } from '#server/office/pictures/load-sharp.ts';
import { DocumentEditError } from '../errors.ts';
import type { PicturePage, Turns } from './run-task.ts';

const INPUT: SharpOptions = { limitInputPixels: 50_000_000, sequentialRead: true, failOn: 'error' };
const TIMEOUT_SECONDS = 20;
/** Small print stays readable. */
const QUALITY = 90;
/** Of a page: 300 dots per inch on letter paper. */
const LONG_SIDE = 3300;

/** The picture turned, in its own format, the right way up without a note of the camera. */
export async function rotatedPicture(
  bytes: Uint8Array,
  kind: 'jpeg' | 'png',
  turns: Turns,
): Promise<Uint8Array> {
  return decoded(bytes, (picture) => {
    const turned = picture
      .autoOrient()
      .rotate(turns * 90)
      .keepIccProfile();
    return kind === 'png' ? turned.png() : turned.jpeg({ quality: QUALITY });
  }).then(({ data }) => data);
}

/** The picture as a page of a PDF. */
export async function picturePage(bytes: Uint8Array): Promise<PicturePage> {
  const { data, info } = await decoded(bytes, (picture) =>
    picture
      .autoOrient()
      .resize({ width: LONG_SIDE, height: LONG_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY }),
  );
  // A copy, since the worker takes the whole buffer.
  return { jpeg: new Uint8Array(data), width: info.width, height: info.height };
}

type Picture = ReturnType<Awaited<ReturnType<typeof loadSharp>>>;

async function decoded(bytes: Uint8Array, change: (picture: Picture) => Picture) {
  try {
    const sharp = await loadSharp();
    return await change(sharp(bytes, INPUT))
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof PictureError) throw new DocumentEditError('wrong_type', error);
    const tooLarge = error instanceof Error && /pixel limit|timeout/i.test(error.message);
    throw new DocumentEditError(tooLarge ? 'too_large' : 'broken', error);
  }
}
