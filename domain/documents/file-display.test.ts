/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { englishReader } from '#server/language/readers.ts';
import {
  displayName,
  formatSize,
  isNew,
  isPlaceholder,
  itemOrder,
  type Sortable,
  shortenMiddle,
  splitBeforeEnd,
} from './file-display.ts';

const { t: english } = englishReader;

describe('formatSize', () => {
  it.each([
    [0, '0 Bytes'],
    [1, '1 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1_048_575, '1 MB'],
    [1_288_490, '1.23 MB'],
    [524_288_000, '500 MB'],
    [1_073_741_824, '1 GB'],
    [5_497_558_138_880, '5120 GB'],
  ])('shows %i as %s', (bytes, text) => {
    expect(english(formatSize(bytes))).toBe(text);
  });

  it('has at most two decimals, stays below 1024 up to GB, and is accurate', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 41 }), (bytes) => {
        const [number = '', unit = ''] = english(formatSize(bytes)).split(' ');
        expect(number).toMatch(/^\d+(\.\d{1,2})?$/);
        if (unit !== 'GB') expect(Number(number)).toBeLessThan(1024);
        const scale = 1024 ** ['Bytes', 'KB', 'MB', 'GB'].indexOf(unit);
        expect(Math.abs(Number(number) * scale - bytes)).toBeLessThanOrEqual(scale * 0.0051);
      }),
    );
  });
});

describe('displayName', () => {
  it.each([
    [{ first_name: 'Maria', last_name: 'Lopez', email: 'm@x.example' }, 'Maria Lopez'],
    [{ first_name: ' Maria ', last_name: '', email: 'm@x.example' }, 'Maria'],
    [{ first_name: null, last_name: 'Lopez', email: 'm@x.example' }, 'Lopez'],
    [{ first_name: '', last_name: null, email: 'maria.l@x.example' }, 'maria.l'],
  ])('names %o %s', (person, name) => {
    expect(displayName(person)).toBe(name);
  });
});

describe('itemOrder', () => {
  const compareItems = itemOrder('en');

  it('sorts folders first, then by name with numbers by value', () => {
    const items: Sortable[] = [
      { type: 'file', name: 'w2-10.pdf' },
      { type: 'file', name: 'W2-9.pdf' },
      { type: 'folder', name: 'Zebra' },
      { type: 'file', name: 'Éclair.jpg' },
      { type: 'folder', name: '2024' },
    ];
    expect(items.sort(compareItems).map((i) => i.name)).toEqual([
      '2024',
      'Zebra',
      'Éclair.jpg',
      'W2-9.pdf',
      'w2-10.pdf',
    ]);
  });

  it('follows the language, and folds accents', () => {
    const names = ['nz', 'ñu', 'Árbol', 'arco', 'na'];
    const sorted = (language: 'en' | 'es') =>
      names
        .map((name): Sortable => ({ type: 'file', name }))
        .sort(itemOrder(language))
        .map(({ name }) => name);
    expect(sorted('es')).toEqual(['Árbol', 'arco', 'na', 'nz', 'ñu']);
    expect(sorted('en')).toEqual(['Árbol', 'arco', 'na', 'ñu', 'nz']);
  });

  it('is a total order for any names', () => {
    const item = fc.record({ type: fc.constantFrom('file', 'folder'), name: fc.string({ unit: 'binary' }) });
    fc.assert(
      fc.property(item, item, item, (a, b, c) => {
        expect(Math.sign(compareItems(a, b))).toBe(-Math.sign(compareItems(b, a)) + 0);
        expect(compareItems(a, b) === 0).toBe(a.type === b.type && a.name === b.name);
        const [x, y, z] = [a, b, c].sort(compareItems);
        if (x && y && z) expect(compareItems(x, z)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('isPlaceholder', () => {
  it('is true for the folder placeholder only', () => {
    expect(['.emptyFolderPlaceholder', '.placeholder', '.placeholder.txt'].every(isPlaceholder)).toBe(true);
    expect(['placeholder.pdf', '.env', 'W2.pdf'].some(isPlaceholder)).toBe(false);
  });
});

describe('isNew', () => {
  const uploadedAt = new Date('2026-03-01T12:00:00Z');

  it.each([
    ['just sent', '2026-03-01T12:00:00Z', 0, false, true],
    ['a moment short of 14 days', '2026-03-15T11:59:59Z', 0, false, true],
    ['14 days old', '2026-03-15T12:00:00Z', 0, false, false],
    ['already downloaded', '2026-03-01T13:00:00Z', 1, false, false],
    ['already seen', '2026-03-01T13:00:00Z', 0, true, false],
  ])('%s', (_case, now, downloadCount, isSeen, expected) => {
    expect(isNew({ uploadedAt, downloadCount, isSeen }, new Date(now), 14)).toBe(expected);
  });
});

describe('shortenMiddle', () => {
  it('leaves short names unchanged', () => {
    expect(shortenMiddle('W2.pdf', 6)).toBe('W2.pdf');
  });

  it('keeps both ends', () => {
    expect(shortenMiddle('Form 1099-NEC corrected copy, signed.pdf', 21)).toBe('Form 1099-NE…gned.pdf');
  });

  it('respects the limit and never splits a character', () => {
    const grapheme = fc.constantFrom('a', 'é', '👨‍👩‍👧', '🇺🇸');
    fc.assert(
      fc.property(fc.array(grapheme), fc.integer({ min: 3, max: 40 }), (graphemes, max) => {
        const short = shortenMiddle(graphemes.join(''), max);
        const parts = [...new Intl.Segmenter('en').segment(short)].map((part) => part.segment);
        expect(parts.length).toBeLessThanOrEqual(max);
        for (const part of parts) expect(['a', 'é', '👨‍👩‍👧', '🇺🇸', '…']).toContain(part);
      }),
    );
  });
});

it.each([
  ['W2.pdf', 12, '', 'W2.pdf'],
  ['Form 1099-NEC corrected copy, signed.pdf', 12, 'Form 1099-NEC corrected copy', ', signed.pdf'],
  [
    'family \u{1f468}\u200d\u{1f469}\u200d\u{1f467}.jpg',
    5,
    'family ',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}.jpg',
  ],
  ['an\u0303o.pdf', 6, 'a', 'n\u0303o.pdf'],
])('%s before its last %d characters', (name, length, start, end) => {
  expect(splitBeforeEnd(name, length)).toEqual([start, end]);
});
