/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FITTED, fitted, turned, turnedSize, zoomedBy, zoomedIn, zoomedOut } from './view.ts';

test('zoom stays within its limits and returns to 1', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.1, max: 10, noNaN: true })), (factors) => {
      const { zoom } = factors.reduce(zoomedBy, FITTED);
      expect(zoom).toBeGreaterThanOrEqual(0.5);
      expect(zoom).toBeLessThanOrEqual(8);
    }),
  );
  expect(zoomedOut(zoomedOut(zoomedIn(zoomedIn(FITTED))))).toEqual(FITTED);
});

test('four turns are none', () => {
  expect(turned(turned(turned(turned(FITTED))))).toEqual(FITTED);
  expect(turnedSize({ width: 2, height: 3 }, 1)).toEqual({ width: 3, height: 2 });
  expect(turnedSize({ width: 2, height: 3 }, 2)).toEqual({ width: 2, height: 3 });
});

test('scales an image down to fit, never up', () => {
  const room = { width: 100, height: 100 };
  expect(fitted({ width: 400, height: 200 }, room)).toEqual({ width: 100, height: 50 });
  expect(fitted({ width: 10, height: 200 }, room)).toEqual({ width: 5, height: 100 });
  expect(fitted({ width: 10, height: 20 }, room)).toEqual({ width: 10, height: 20 });
});
