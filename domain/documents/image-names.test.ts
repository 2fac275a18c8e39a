/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { splitName } from './file-names.ts';
import { hasCameraName, imageName, isImage } from './image-names.ts';

const extensions = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'heif', 'bmp', 'svg'];
const prefixes = ['image_', 'img_', 'photo_', 'pxl_', 'screenshot'];
const anyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((up) => [...text].map((c, i) => (up[i] ? c.toUpperCase() : c)).join(''));
const words = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '');

describe('an image is recognized', () => {
  it('by any image type, with any name', () => {
    fc.assert(fc.property(words, words, (name, kind) => isImage({ name, type: `image/${kind}` })));
  });

  it('by each of the extensions, in any case', () => {
    const extension = fc.constantFrom(...extensions).chain(anyCase);
    fc.assert(fc.property(words, extension, (base, ext) => isImage({ name: `${base}.${ext}`, type: '' })));
  });

  it('by each of the prefixes, in any case', () => {
    const prefix = fc.constantFrom(...prefixes).chain(anyCase);
    fc.assert(fc.property(prefix, fc.string(), (start, rest) => isImage({ name: start + rest, type: '' })));
  });

  test.each(['W2.pdf', 'my img_1.pdf', 'photos.txt', 'jpg', '.jpg', 'a.jpg.pdf', ''])(
    '%s is not an image',
    (name) => {
      expect(isImage({ name, type: 'application/pdf' })).toBe(false);
    },
  );

  test.each([
    ['IMG_1234.HEIC', true],
    ['PXL_20260314_101500.jpg', true],
    ['Screenshot 2026-03-14 at 10.15.png', true],
    ['W-2 Rosa.jpg', false],
  ])('detects a generated name: %s %s', (name, expected) => {
    expect(hasCameraName(name)).toBe(expected);
  });
});

describe('the name of an image', () => {
  test.each([
    ['W-2', 'IMG_1234.HEIC', 'W-2.HEIC'],
    ['  W-2 Harbor ', 'image.jpg', 'W-2 Harbor.jpg'],
    ['W-2.jpg', 'image.JPG', 'W-2.JPG'],
    ['W-2.2026', 'image.jpg', 'W-2.2026.jpg'],
    ['W-2', 'image_without_extension', 'W-2'],
    ['   ', 'image.jpg', ''],
    ['.jpg', 'image.jpg', ''],
  ])('"%s" for %s is "%s"', (typed, original, expected) => {
    expect(imageName(typed, original)).toBe(expected);
  });

  it('always keeps the extension, and is empty only for blank input', () => {
    const original = fc.constantFrom(...extensions.flatMap((e) => [`IMG_1.${e}`, `x.${e.toUpperCase()}`]));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), original, (typed, name) => {
        const { extension } = splitName(name);
        const result = imageName(typed, name);
        if (typed.trim() === '') return result === '';
        return result === '' || (result.endsWith(extension) && result.length > extension.length);
      }),
    );
  });
});
