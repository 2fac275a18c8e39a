/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layoutPages, pageAt, pagesBetween } from './page-layout.ts';

const letter = { width: 612, height: 792 };
const desktop = { width: 1280, height: 700 };
const phone = { width: 390, height: 700 };

test('pages fit the width of a phone, and have a limit on wide screens', () => {
  expect(layoutPages([letter], phone, { zoom: 1, turns: 0 }).pages[0]).toMatchObject({
    left: 16,
    width: 358,
  });
  expect(layoutPages([letter], desktop, { zoom: 1, turns: 0 }).pages[0]?.width).toBeCloseTo(979.2);
  const turned = layoutPages([letter], phone, { zoom: 1, turns: 1 }).pages[0];
  expect(turned?.height).toBeCloseTo(358 * (612 / 792));
});

test('everything scales with the zoom', () => {
  const sizes = [letter, { width: 400, height: 300 }, letter];
  const [one, two] = [1, 2].map((zoom) => layoutPages(sizes, phone, { zoom, turns: 0 }));
  expect(two?.height).toBeCloseTo((one?.height ?? 0) * 2);
  expect(two?.width).toBeCloseTo((one?.width ?? 0) * 2);
  expect(two?.pages[2]?.top).toBeCloseTo((one?.pages[2]?.top ?? 0) * 2);
});

const size = fc.record({
  width: fc.integer({ min: 1, max: 20_000 }),
  height: fc.integer({ min: 1, max: 20_000 }),
});

test('pages of any size never overlap, and visible pages are found', () => {
  fc.assert(
    fc.property(
      fc.array(size, { minLength: 1, maxLength: 40 }),
      fc.double({ min: 0.5, max: 8, noNaN: true }),
      fc.nat(3),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (sizes, zoom, turns, at) => {
        const layout = layoutPages(sizes, phone, { zoom, turns });
        for (const [i, page] of layout.pages.entries()) {
          const next = layout.pages[i + 1];
          if (next) expect(page.top + page.height).toBeLessThan(next.top);
          expect(page.left + page.width).toBeLessThanOrEqual(layout.width);
        }
        const from = at * layout.height;
        const [first, last] = pagesBetween(layout, from, from + phone.height);
        for (const [i, page] of layout.pages.entries()) {
          const seen = page.top <= from + phone.height && page.top + page.height >= from;
          if (seen) expect(i >= first && i <= last).toBe(true);
        }
        expect(layout.pages[pageAt(layout, from)]).toBeDefined();
      },
    ),
  );
});

test('finds no page in a gap or beyond the end', () => {
  const layout = layoutPages([letter], phone, { zoom: 1, turns: 0 });
  expect(pagesBetween(layout, 100_000, 100_100)).toEqual([-1, -1]);
});
