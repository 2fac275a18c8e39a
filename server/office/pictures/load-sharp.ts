import { PictureError } from './errors.ts';

/** What each library of libvips may read: nothing else is even tried. */
const LOADERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'];

/** Only if it is needed: a server whose platform has no build of it runs without pictures. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp').catch((error: unknown) => {
    throw new PictureError('unsupported', error);
  });
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  return sharp;
}
