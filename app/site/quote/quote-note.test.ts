import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetQuoteNote, keepQuoteNote, readQuoteNote } from './quote-note.ts';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a note is kept until it is forgotten', () => {
  expect(readQuoteNote()).toBeNull();
  keepQuoteNote('Quote: Personal Taxes');
  expect([...kept]).toEqual([['nutmeg.quote-note', 'Quote: Personal Taxes']]);
  expect(readQuoteNote()).toBe('Quote: Personal Taxes');
  forgetQuoteNote();
  expect(readQuoteNote()).toBeNull();
});

test('whatever is in the storage, a note is one line that the database takes, of at most 500 characters', () => {
  const wild = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 700 }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(fc.oneof(wild, wild.map(halved)), (text) => {
      kept.set('nutmeg.quote-note', text);
      const note = readQuoteNote() ?? '';
      expect(note.length).toBeLessThanOrEqual(500);
      expect(note.isWellFormed()).toBe(true);
      expect(note).not.toMatch(/\p{Cc}/u);
      keepQuoteNote(note);
      expect(readQuoteNote() ?? '').toBe(note);
    }),
  );
});

test.each([
  ['x'.repeat(500), 'x'.repeat(500)],
  ['x'.repeat(501), `${'x'.repeat(499)}…`],
  [`${'x'.repeat(498)}😀😀`, `${'x'.repeat(498)}…`],
  [' two\r\nlines\u0000 ', 'two lines'],
])('%j is kept as %j', (text, note) => {
  keepQuoteNote(text);
  expect(readQuoteNote()).toBe(note);
});

/** Cut anywhere, also in the middle of a character. */
function halved(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2));
}

test('a browser that refuses storage carries no note, and nothing breaks', () => {
  vi.stubGlobal('sessionStorage', undefined);
  keepQuoteNote('Quote');
  forgetQuoteNote();
  expect(readQuoteNote()).toBeNull();
});
