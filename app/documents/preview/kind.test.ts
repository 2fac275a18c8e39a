/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kindOf } from './kind.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const box = (...brands: string[]) =>
  `\0\0\0${String.fromCharCode(8 + 4 * (brands.length + 1))}ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}rest`;

test.each([
  ['\xff\xd8\xff\xe0', 'image image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image image/png'],
  ['GIF89a', 'image image/gif'],
  ['GIF87a=1;alert(1)//', 'image image/gif'],
  ['RIFF....WEBPVP8 ', 'image image/webp'],
  ['RIFF....WAVEfmt ', 'nothing '],
  ['BM....\0\0\0\0', 'image image/bmp'],
  ['BMW, invoice of May', 'nothing '],
  [box('avif', 'mif1', 'miaf'), 'image image/avif'],
  [box('heic', 'mif1', 'heic'), 'heic '],
  [box('mif1', 'mif1', 'heic'), 'heic '],
  [box('isom', 'isom', 'mp42'), 'nothing '],
  ['%PDF-1.7', 'pdf '],
  ['\r\n<html>%PDF-1.4', 'pdf '],
  [`${' '.repeat(1024)}%PDF-1.4`, 'nothing '],
  ['PK\x03\x04', 'nothing '],
])('recognizes %j by its bytes, under any name', (start, kind) => {
  for (const name of ['x', 'x.docx', 'x.html']) {
    const known = kindOf(name, bytes(start));
    expect(`${known.show} ${'type' in known ? known.type : ''}`).toBe(kind);
  }
});

test.each([
  ['a.pdf', 'not a PDF', 'pdf'],
  ['A.JPG', 'damaged', 'image'],
  ['a.HEIF', 'damaged', 'heic'],
  ['a.svg', '<svg>', 'image'],
  ['a.csv', 'a,b', 'text'],
  ['a.txt', '\xff\xfea\0', 'text'],
  ['a.txt', 'PK\x03\x04\0', 'nothing'],
  ['a.html', '<script>', 'nothing'],
  ['a.docx', 'PK\x03\x04', 'nothing'],
  ['a', 'text', 'nothing'],
])('%s with %j is %s by its extension', (name, start, show) => {
  expect(kindOf(name, bytes(start)).show).toBe(show);
});

test('any bytes have a kind', () => {
  fc.assert(
    fc.property(fc.string(), fc.uint8Array({ maxLength: 2000 }), (name, head) => {
      expect(kindOf(name, head).show).toMatch(/^(image|heic|pdf|text|nothing)$/);
    }),
  );
});
