/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isOnPage,
  keptOnPage,
  type PageShape,
  pointOnPage,
  rectOnPage,
  shownRect,
  shownSize,
} from './geometry.ts';

const length = fc.double({ min: 50, max: 2000, noNaN: true });
const place = fc.double({ min: -3000, max: 3000, noNaN: true });
const shape: fc.Arbitrary<PageShape> = fc.record({
  x: place,
  y: place,
  width: length,
  height: length,
  rotation: fc.constantFrom(0, 90, 180, 270),
});
const rect = fc.record({ left: place, top: place, width: length, height: length });

test('a rectangle that was moved to the page lies on it, at any turn, and is shown where it was put', () => {
  fc.assert(
    fc.property(shape, rect, (page, wanted) => {
      const kept = keptOnPage(page, wanted);
      const size = shownSize(page);
      expect(kept.left + kept.width).toBeLessThanOrEqual(size.width + 1e-6);
      expect(kept.top + kept.height).toBeLessThanOrEqual(size.height + 1e-6);
      const onPage = rectOnPage(page, kept);
      expect(isOnPage(page, onPage)).toBe(true);
      const back = shownRect(page, onPage);
      for (const side of ['left', 'top', 'width', 'height'] as const) {
        expect(back[side]).toBeCloseTo(kept[side], 5);
      }
    }),
  );
});

test('the corners of a turned page are where a reader sees them', () => {
  const page = { x: 10, y: 20, width: 612, height: 792 };
  expect(pointOnPage({ ...page, rotation: 0 }, 0, 0)).toEqual({ x: 10, y: 812 });
  expect(pointOnPage({ ...page, rotation: 90 }, 0, 0)).toEqual({ x: 10, y: 20 });
  expect(pointOnPage({ ...page, rotation: 180 }, 0, 0)).toEqual({ x: 622, y: 20 });
  expect(pointOnPage({ ...page, rotation: 270 }, 0, 0)).toEqual({ x: 622, y: 812 });
});

test('a rectangle beyond the page is found', () => {
  const page = { x: 0, y: 0, width: 612, height: 792, rotation: 0 } as const;
  expect(isOnPage(page, { x: 600, y: 10, width: 50, height: 20 })).toBe(false);
  expect(isOnPage(page, { x: 10, y: -20, width: 50, height: 20 })).toBe(false);
});
