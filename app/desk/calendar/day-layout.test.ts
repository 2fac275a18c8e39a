/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignLanes, clip, visibleHours } from './day-layout.ts';

const spans = fc.array(
  fc.record({ start: fc.integer({ min: 0, max: 1400 }), length: fc.integer({ min: 1, max: 240 }) }),
  { maxLength: 30 },
);

test('assignLanes keeps every item and never overlaps two', () => {
  fc.assert(
    fc.property(spans, fc.integer({ min: 1, max: 4 }), (given, seats) => {
      const items = given.map(({ start, length }, id) => ({ id, start, end: start + length }));
      const withLanes = assignLanes(items, seats);
      expect(withLanes.map(({ item }) => item.id).sort((a, b) => a - b)).toEqual(items.map(({ id }) => id));
      for (const one of withLanes) {
        expect(one.lane).toBeLessThan(one.lanes);
        expect(one.lanes).toBeGreaterThanOrEqual(seats);
        for (const other of withLanes) {
          const meet = one.item.start < other.item.end && other.item.start < one.item.end;
          if (one === other || !meet) continue;
          expect(one.lanes).toBe(other.lanes);
          expect(one.lane).not.toBe(other.lane);
        }
      }
    }),
  );
});

test('only overlapping items share the width', () => {
  const at = (start: number, end: number) => ({ start, end });
  const lanesOf = (...items: { start: number; end: number }[]) =>
    assignLanes(items).map(({ lane, lanes }) => [lane, lanes]);
  expect(lanesOf(at(540, 570), at(570, 600))).toEqual([
    [0, 1],
    [0, 1],
  ]);
  expect(lanesOf(at(540, 570), at(540, 570), at(600, 630))).toEqual([
    [0, 2],
    [1, 2],
    [0, 1],
  ]);
});

test('visibleHours grows by whole hours within the day', () => {
  const office = { start: 480, end: 1200 };
  expect(visibleHours(office, [])).toEqual({ start: 480, end: 1200 });
  expect(visibleHours(office, [{ start: 435, end: 465 }])).toEqual({ start: 420, end: 1200 });
  expect(visibleHours(office, [{ start: 1410, end: 1460 }])).toEqual({ start: 480, end: 1440 });
  expect(clip({ start: 0, end: 1440 }, office)).toEqual(office);
  expect(clip({ start: 0, end: 480 }, office)).toBeNull();
});
