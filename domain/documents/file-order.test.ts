/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byName, compareBy, nextSort, type Ordered, parseSort, sortKeys, sortText } from './file-order.ts';

const file = (name: string, size = 0, uploadedAt: string | null = null): Ordered => ({
  type: 'file',
  name,
  size,
  uploadedAt,
});
const folder = (name: string): Ordered => ({ type: 'folder', name, size: 0, uploadedAt: null });
const sorted = (items: Ordered[], text: string | null) =>
  [...items].sort(compareBy(parseSort(text), 'en')).map((item) => item.name);

const items = [
  file('b 10.pdf', 5, '2026-01-01T00:00:00Z'),
  folder('zoo'),
  file('b 9.pdf', 900, '2026-03-01T00:00:00Z'),
  folder('2024'),
  file('a.pdf', 5, '2026-02-01T00:00:00.5Z'),
];

describe('compareBy', () => {
  it.each([
    [null, ['2024', 'zoo', 'a.pdf', 'b 9.pdf', 'b 10.pdf']],
    ['-name', ['zoo', '2024', 'b 10.pdf', 'b 9.pdf', 'a.pdf']],
    ['date', ['2024', 'zoo', 'b 10.pdf', 'a.pdf', 'b 9.pdf']],
    ['-date', ['2024', 'zoo', 'b 9.pdf', 'a.pdf', 'b 10.pdf']],
    ['size', ['2024', 'zoo', 'a.pdf', 'b 10.pdf', 'b 9.pdf']],
    ['-size', ['2024', 'zoo', 'b 9.pdf', 'a.pdf', 'b 10.pdf']],
  ])('%s', (text, names) => {
    expect(sorted(items, text)).toEqual(names);
  });

  it('is a total order', () => {
    const item = fc.record({
      type: fc.constantFrom('file' as const, 'folder' as const),
      name: fc.constantFrom('a', 'A', 'b 2', 'b 10', 'Ä', '1'),
      size: fc.nat(3),
      uploadedAt: fc.constantFrom(null, '2026-01-01T00:00:00Z', '2025-01-01T00:00:00Z'),
    });
    const sort = fc.record({ by: fc.constantFrom(...sortKeys), descending: fc.boolean() });
    fc.assert(
      fc.property(
        fc.uniqueArray(item, { selector: (one) => `${one.type} ${one.name}` }),
        sort,
        (all, how) => {
          const once = [...all].sort(compareBy(how, 'en'));
          expect([...all].reverse().sort(compareBy(how, 'en'))).toEqual(once);
          expect(once.map((one) => one.type)).toEqual(
            once
              .map((one) => one.type)
              .sort()
              .reverse(),
          );
        },
      ),
    );
  });
});

describe('parseSort and sortText', () => {
  it('are inverse', () => {
    for (const by of sortKeys) {
      for (const descending of [true, false]) {
        const sort = { by, descending };
        expect(parseSort(sortText(sort))).toEqual(sort);
      }
    }
  });

  it.each([null, '', '-', 'color', '--date', '-name ', 'Date'])('sorts by name for %j', (text) => {
    expect(parseSort(text)).toEqual(byName);
  });

  it('need no text for the default', () => {
    expect(sortText(byName)).toBeNull();
  });
});

describe('nextSort', () => {
  it('reverses the same column, and uses the default direction of another', () => {
    expect(nextSort(byName, 'name')).toEqual({ by: 'name', descending: true });
    expect(nextSort(byName, 'date')).toEqual({ by: 'date', descending: true });
    expect(nextSort({ by: 'date', descending: true }, 'date')).toEqual({ by: 'date', descending: false });
    expect(nextSort({ by: 'size', descending: true }, 'name')).toEqual(byName);
  });
});
