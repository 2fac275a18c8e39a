/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText } from './text.ts';

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
