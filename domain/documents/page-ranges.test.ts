/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { englishReader } from '#server/language/readers.ts';
import { isTaken } from './folders.ts';
import { cutsOf, freeName, partNames, partsOf, rangesText, readRanges } from './page-ranges.ts';

const pages = fc.integer({ min: 1, max: 500 });
const cuts = fc.array(fc.integer({ min: -3, max: 520 }), { maxLength: 60 });

describe('parts of a document', () => {
  test('have each page once, in order, for any cuts', () => {
    fc.assert(
      fc.property(cuts, pages, (after, count) => {
        const all = partsOf(after, count).flatMap(({ from, to }) =>
          Array.from({ length: to - from + 1 }, (_, i) => from + i),
        );
        expect(all).toEqual(Array.from({ length: count }, (_, i) => i + 1));
      }),
    );
  });

  test('are the same after they were written and read', () => {
    fc.assert(
      fc.property(cuts, pages, (after, count) => {
        const parts = partsOf(after, count);
        expect(readRanges(rangesText(parts), count)).toEqual({ parts });
        expect(partsOf(cutsOf(parts), count)).toEqual(parts);
      }),
    );
  });

  test('are never read from a text that loses or repeats a page', () => {
    const typed = fc.array(
      fc.record({ from: fc.integer({ min: 0, max: 12 }), to: fc.integer({ min: 0, max: 12 }) }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(typed, fc.integer({ min: 1, max: 10 }), (ranges, count) => {
        const read = readRanges(rangesText(ranges), count);
        if ('problem' in read) return;
        expect(read.parts).toEqual(partsOf(cutsOf(read.parts), count));
      }),
    );
  });

  test('are read from any text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), pages, (text, count) => void readRanges(text, count)),
    );
  });
});

test.each([
  ['1-2, 3', 5, 'Page 4 is in no part.'],
  ['2-5', 5, 'Page 1 is in no part.'],
  ['1-3, 3-5', 5, 'Each page can be in one part only, in order.'],
  ['1-9', 5, 'This document has only 5 pages.'],
  ['one', 5, 'Type page ranges, like 1-2, 3-5.'],
  ['', 5, 'Type page ranges, like 1-2, 3-5.'],
])('says what is wrong with "%s" of %i pages', (text, count, problem) => {
  const read = readRanges(text, count);
  expect('problem' in read && englishReader.t(read.problem)).toBe(problem);
});

test('names parts by their pages, without a name that is taken', () => {
  const parts = partsOf([2, 3], 7);
  expect(partNames('W-2.pdf', parts, [{ name: 'w-2 P3.pdf' }])).toEqual([
    'W-2 p1-2.pdf',
    'W-2 p3 (2).pdf',
    'W-2 p4-7.pdf',
  ]);
  expect(freeName('W-2.pdf', [])).toBe('W-2.pdf');
});

test('part names differ from each other and from those in the folder', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 400 }), cuts, (name, after) => {
      const taken = [{ name: `${name} p1.pdf` }];
      const names = partNames(`${name}.pdf`, partsOf(after.slice(0, 10), 20), taken);
      names.forEach((one, i) => {
        const others = [...taken, ...names.toSpliced(i, 1).map((other) => ({ name: other }))];
        expect(isTaken(one, others)).toBe(false);
        expect(Buffer.byteLength(one)).toBeLessThanOrEqual(255);
      });
    }),
  );
});
