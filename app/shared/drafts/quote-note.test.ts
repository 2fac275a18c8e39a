/** @module-tag property */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { quoteNote } from './quote-note.ts';

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a note is stored until it is cleared', () => {
  expect(quoteNote.read()).toBeNull();
  quoteNote.save('Quote: Personal Taxes');
  expect([...stored]).toEqual([['nutmeg.quote-note', 'Quote: Personal Taxes']]);
  expect(quoteNote.read()).toBe('Quote: Personal Taxes');
  quoteNote.clear();
  expect(quoteNote.read()).toBeNull();
});

test('any stored note becomes one storable line of at most 500 characters', () => {
  const wild = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 700 }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(fc.oneof(wild, wild.map(halved)), (text) => {
      stored.set('nutmeg.quote-note', text);
      const note = quoteNote.read() ?? '';
      expect(note.length).toBeLessThanOrEqual(500);
      expect(note.isWellFormed()).toBe(true);
      expect(note).not.toMatch(/\p{Cc}/u);
      quoteNote.save(note);
      expect(quoteNote.read() ?? '').toBe(note);
    }),
  );
});

test.each([
  ['x'.repeat(500), 'x'.repeat(500)],
  ['x'.repeat(501), `${'x'.repeat(499)}…`],
  [`${'x'.repeat(498)}😀😀`, `${'x'.repeat(498)}…`],
  [' two\r\nlines\u0000 ', 'two lines'],
])('%j is stored as %j', (text, note) => {
  quoteNote.save(text);
  expect(quoteNote.read()).toBe(note);
});

/** Cut anywhere, also in the middle of a character. */
function halved(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2));
}

test('a browser that denies storage has no note and causes no errors', () => {
  vi.stubGlobal('sessionStorage', undefined);
  quoteNote.save('Quote');
  quoteNote.clear();
  expect(quoteNote.read()).toBeNull();
});
