import type { Sharp, SharpOptions } from 'sharp';
import { PICTURE_TYPES, PICTURE_WIDTHS, type PictureType } from '#domain/business/portraits.ts';
import { createSemaphore } from '#server/http/load/semaphore.ts';
import { PictureError } from './errors.ts';
import { loadSharp } from './load-sharp.ts';

/** The square to keep: its side as a share of the picture's shorter side, and its place, from 0 (left, top) to 1. */
export interface Crop {
  x: number;
  y: number;
  size: number;
}

/** A portrait usually has the face near the middle. */
export const MIDDLE: Crop = { x: 0.5, y: 0.5, size: 1 };
/** The smallest square, which bounds how much the picture is enlarged before it is cropped. */
export const MIN_CROP_SIZE = 0.25;

export interface PictureFile {
  width: number;
  type: PictureType;
  bytes: Buffer;
}

const MAX_PIXELS = 50_000_000;
/** Of a picture that has to be decoded as a whole, unlike a usual JPEG or PNG, which is read line by line. */
const MAX_WHOLE_BYTES = 160_000_000;
const MIN_SIDE = 128;
const MAX_RATIO = 5;
const LARGEST = Math.max(...PICTURE_WIDTHS);
const TIMEOUT_SECONDS = 30;
const MAX_WAITING = 3;
const RETRY_SECONDS = 5;

const INPUT: SharpOptions = { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' };

export type Reencode = (upload: Buffer, crop: Crop) => Promise<PictureFile[]>;

/**
 * Makes the files of a portrait from an uploaded picture, without its metadata. One picture at a time, on one thread;
 * the most demanding ones take about 200 MB. Throws `PictureError`, and `TooManyRequestsError` if several wait.
 */
export function createReencode(): Reencode {
  const semaphore = createSemaphore(1, MAX_WAITING, RETRY_SECONDS);
  return async (upload, crop) => {
    checkType(upload);
    return semaphore.take(() => reencode(upload, crop));
  };
}

async function reencode(upload: Buffer, crop: Crop): Promise<PictureFile[]> {
  const sharp = await loadSharp();
  const square = await cropped(sharp(upload, INPUT), crop);
  const files: PictureFile[] = [];
  for (const width of PICTURE_WIDTHS) {
    for (const type of PICTURE_TYPES) {
      const scaled = sharp(square.data, { raw: square.info }).resize(width, width);
      const encoded = type === 'avif' ? scaled.avif({ quality: 60 }) : scaled.webp({ quality: 78 });
      files.push({ width, type, bytes: await encoded.toBuffer() });
    }
  }
  return files;
}

/** The pixels of the square in sRGB, in the largest width. */
async function cropped(picture: Sharp, { x, y, size }: Crop) {
  const { width, height } = await measure(picture);
  const scale = LARGEST / (Math.min(width, height) * size);
  const scaled = { width: atLeast(width * scale), height: atLeast(height * scale) };
  // Scaled before it is cropped, because a JPEG is then decoded in a smaller size.
  return picture
    .autoOrient()
    .resize({ ...scaled, fit: 'fill' })
    .extract({
      left: Math.round((scaled.width - LARGEST) * x),
      top: Math.round((scaled.height - LARGEST) * y),
      width: LARGEST,
      height: LARGEST,
    })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .removeAlpha()
    .timeout({ seconds: TIMEOUT_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new PictureError('broken', error);
    });
}

const atLeast = (side: number) => Math.max(LARGEST, Math.round(side));

/** The size as it is displayed. Reads only the header: what is too large is never decoded. */
async function measure(picture: Sharp): Promise<{ width: number; height: number }> {
  const { format, autoOrient, channels, depth, isProgressive } = await picture
    .metadata()
    .catch((error: unknown) => {
      const tooMany = error instanceof Error && error.message.includes('pixel limit');
      throw new PictureError(tooMany ? 'too_many_pixels' : 'broken', error);
    });
  const { width, height } = autoOrient;
  const pixels = width * height;
  // A progressive JPEG is kept as coefficients of two bytes.
  const sampleBytes = depth === 'uchar' && format !== 'jpeg' ? 1 : 2;
  const isWhole = isProgressive || format === 'webp';
  if (pixels > MAX_PIXELS || (isWhole && pixels * channels * sampleBytes > MAX_WHOLE_BYTES)) {
    throw new PictureError('too_many_pixels');
  }
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (short < MIN_SIDE) throw new PictureError('too_small');
  if (long > short * MAX_RATIO) throw new PictureError('too_narrow');
  return { width, height };
}

/** By the first bytes: neither a name nor a declared type says what a file is. */
function checkType(upload: Buffer): void {
  const at = (start: number, end: number) => upload.toString('latin1', start, end);
  if (at(0, 3) === '\xff\xd8\xff' || at(0, 8) === '\x89PNG\r\n\x1a\n') return;
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return;
  throw new PictureError(/^ftyp(hei|hev|mif1|msf1)/.test(at(4, 12)) ? 'heic' : 'not_a_picture');
}
