/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText, typeOf } from './content.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const box = (...brands: string[]) =>
  `\0\0\0${String.fromCharCode(8 + 4 * (brands.length + 1))}ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}rest`;

test.each([
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF89a', 'image/gif'],
  ['GIF87a=1;alert(1)//', 'image/gif'],
  ['RIFF....WEBPVP8 ', 'image/webp'],
  ['RIFF....WAVEfmt ', null],
  ['BM....\0\0\0\0', 'image/bmp'],
  ['BMW, invoice of May', null],
  [box('avif', 'mif1', 'miaf'), 'image/avif'],
  [box('heic', 'mif1', 'heic'), 'image/heic'],
  [box('mif1', 'mif1', 'heic'), 'image/heic'],
  [box('isom', 'isom', 'mp42'), null],
  ['%PDF-1.7', 'application/pdf'],
  ['\r\n<html>%PDF-1.4', 'application/pdf'],
  [`${' '.repeat(1024)}%PDF-1.4`, null],
  ['PK\x03\x04', null],
])('recognizes %j by its bytes, under any name', (start, type) => {
  for (const name of ['x', 'x.docx', 'x.html']) expect(typeOf(name, bytes(start))).toBe(type);
});

test.each([
  ['a.pdf', 'not a PDF', 'application/pdf'],
  ['A.JPG', 'damaged', 'image/jpeg'],
  ['a.HEIF', 'damaged', 'image/heic'],
  ['a.svg', '<svg>', 'image/svg+xml'],
  ['a.csv', 'a,b', 'text/plain'],
  ['a.txt', '\xff\xfea\0', 'text/plain'],
  ['a.txt', 'PK\x03\x04\0', null],
  ['a.html', '<script>', null],
  ['a.docx', 'PK\x03\x04', null],
  ['a', 'text', null],
])('%s with %j is %s by its extension', (name, start, type) => {
  expect(typeOf(name, bytes(start))).toBe(type);
});

test('any bytes have a type that can be shown, or none', () => {
  fc.assert(
    fc.property(fc.string(), fc.uint8Array({ maxLength: 2000 }), (name, head) => {
      expect(typeOf(name, head) ?? 'none').toMatch(/^(image\/[\w+]+|application\/pdf|text\/plain|none)$/);
    }),
  );
});

const utf8 = (text: string) => new TextEncoder().encode(text);

test('decodes text in any encoding', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.startsWith('\ufeff'));
      expect(decodeText(utf8(text), false)).toBe(text);
    }),
  );
  expect(decodeText(Uint8Array.of(0xff, 0xfe, 0xe9, 0), false)).toBe('é');
  expect(decodeText(Uint8Array.of(0xfe, 0xff, 0, 0xe9), false)).toBe('é');
  expect(decodeText(Uint8Array.of(0x4d, 0xfc, 0x6c, 0x6c), false)).toBe('Müll');
});

test('drops an incomplete character at the end', () => {
  const bytes = utf8('aé📄');
  expect(decodeText(bytes.subarray(0, bytes.length - 1), true)).toBe('aé');
});
