/** @module-tag property */
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { PICTURE_TYPES, PICTURE_WIDTHS } from '#domain/business/portraits.ts';
import { TooManyRequestsError } from '#server/http/errors.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { createReencode, MIDDLE } from './reencode.ts';

const reencode = createReencode();

/** Red on the left (or at the top), blue on the right (or at the bottom). */
function halves(width: number, height: number, direction: 'beside' | 'below' = 'beside') {
  const red = { r: 255, g: 0, b: 0 };
  const [halfWidth, halfHeight] =
    direction === 'beside' ? [Math.floor(width / 2), height] : [width, Math.floor(height / 2)];
  return sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
    {
      input: { create: { width: halfWidth, height: halfHeight, channels: 3, background: red } },
      left: 0,
      top: 0,
    },
  ]);
}

/** The program may not read AVIF, so this allows it until the next picture. */
function metadataOf(bytes: Buffer) {
  sharp.unblock({ operation: ['VipsForeignLoadHeifBuffer'] });
  return sharp(bytes).metadata();
}

/** The color at a place of the largest WebP, each from 0 to 1. */
async function colorAt(files: Awaited<ReturnType<typeof reencode>>, x: number, y: number) {
  const file = files.find(({ width, type }) => width === 512 && type === 'webp');
  const { data, info } = await sharp(file?.bytes).raw().toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * info.channels;
  const [r = 0, , b = 0] = data.subarray(at, at + 3);
  return r > 200 && b < 60 ? 'red' : b > 200 && r < 60 ? 'blue' : 'other';
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  let crc = 0xffffffff;
  for (const byte of body) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4);
  return out;
}
/** A PNG that says how large it is; its pixels are whatever `data` holds. */
function png(width: number, height: number, data: Buffer, interlaced = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([16, 6, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('the files', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'are squares of each width and type, from a %s',
    async (format) => {
      const files = await reencode(await halves(900, 600).toFormat(format).toBuffer(), MIDDLE);
      const seen = await Promise.all(
        files.map(async ({ width, type, bytes }) => {
          const found = await metadataOf(bytes);
          expect([found.width, found.height, found.hasAlpha]).toEqual([width, width, false]);
          return `${width} ${type} ${found.format === 'heif' ? 'avif' : found.format}`;
        }),
      );
      expect(seen).toEqual(
        PICTURE_WIDTHS.flatMap((width) => PICTURE_TYPES.map((type) => `${width} ${type} ${type}`)),
      );
    },
  );

  test('have no metadata: no place, no camera, no profile', async () => {
    const upload = await halves(600, 600)
      .withExif({ IFD0: { Artist: 'Rosa Diaz' }, IFD3: { GPSLatitude: '41/1 0/1 0/1', GPSLatitudeRef: 'N' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Rosa Diaz</a></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(Object.keys(await sharp(upload).metadata())).toEqual(
      expect.arrayContaining(['exif', 'icc', 'xmp']),
    );
    for (const { bytes } of await reencode(upload, MIDDLE)) {
      const found = await metadataOf(bytes);
      for (const part of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const)
        expect(found[part]).toBeUndefined();
      expect(bytes.includes('Rosa')).toBe(false);
    }
  });

  test('are upright, whatever way the camera was held', async () => {
    // Stored lying down: red on the left. Displayed a quarter turn clockwise: red at the top.
    const upload = await sharp(await halves(600, 600).png().toBuffer())
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const files = await reencode(upload, MIDDLE);
    expect([await colorAt(files, 0.5, 0.1), await colorAt(files, 0.5, 0.9)]).toEqual(['red', 'blue']);
  });

  test('are the same for the same picture', async () => {
    const upload = await halves(300, 200).png().toBuffer();
    expect(await reencode(upload, MIDDLE)).toEqual(await reencode(upload, MIDDLE));
  });
});

describe('the crop', () => {
  test('is the middle unless another place is given', async () => {
    const upload = await halves(1200, 400).png().toBuffer();
    const ends = async (x: number) => {
      const files = await reencode(upload, { ...MIDDLE, x });
      return [await colorAt(files, 0.05, 0.5), await colorAt(files, 0.95, 0.5)];
    };
    expect(await ends(0.5)).toEqual(['red', 'blue']);
    expect(await ends(0)).toEqual(['red', 'red']);
    expect(await ends(1)).toEqual(['blue', 'blue']);
  });

  test('never reaches over the edge', async () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const side = fc.integer({ min: 128, max: 640 });
    await fc.assert(
      fc.asyncProperty(
        side,
        side,
        share,
        share,
        fc.double({ min: 0.25, max: 1, noNaN: true }),
        async (width, height, x, y, size) => {
          const upload = await sharp({ create: { width, height, channels: 3, background: '#00f' } })
            .png()
            .toBuffer();
          const files = await reencode(upload, { x, y, size });
          for (const [at, to] of [
            [0, 0],
            [1, 1],
            [0, 1],
          ] as const) {
            expect(await colorAt(files, at, to)).toBe('blue');
          }
        },
      ),
      { numRuns: inputs(8) },
    );
  });
});

describe('refuses', () => {
  const code = (upload: Buffer) =>
    reencode(upload, MIDDLE).then(
      () => 'accepted',
      (error: { code?: string }) => error.code,
    );

  test('what is no picture, by its content', async () => {
    expect(
      await code(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"/>')),
    ).toBe('not_a_picture');
    expect(await code(Buffer.from('GIF89a'))).toBe('not_a_picture');
    expect(await code(Buffer.alloc(0))).toBe('not_a_picture');
    expect(await code(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'))).toBe('heic');
  });

  test('a damaged file', async () => {
    const whole = await halves(600, 600).jpeg().toBuffer();
    expect(await code(whole.subarray(0, whole.length / 2))).toBe('broken');
    expect(await code(Buffer.from('\xff\xd8\xff and more', 'latin1'))).toBe('broken');
    expect(await code(png(600, 600, deflateSync(Buffer.alloc(100))))).toBe('broken');
  });

  test('a small file that would unpack to more than 50 megapixels, without unpacking it', async () => {
    const bomb = deflateSync(Buffer.alloc(30_000_000));
    expect(await code(png(60_000, 60_000, bomb))).toBe('too_many_pixels');
    expect(await code(png(7_100, 7_100, bomb))).toBe('too_many_pixels');
    // Its lines can't be read one by one, so all of it would be in memory.
    expect(await code(png(6_000, 6_000, bomb, true))).toBe('too_many_pixels');
  });

  test('what is too small or too narrow for a portrait', async () => {
    expect(await code(await halves(127, 500).png().toBuffer())).toBe('too_small');
    expect(await code(await halves(128, 641).png().toBuffer())).toBe('too_narrow');
  });

  test('more pictures at once than it can take', async () => {
    const upload = await halves(300, 300).png().toBuffer();
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => reencode(upload, MIDDLE)));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => reason instanceof TooManyRequestsError)).toEqual([true, true]);
  });
});
