/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween, makeDay, weekdayOf } from '#domain/office-time/days.ts';
import { businessDayFrom, dateKinds, nextUsualDate, type UsualKind, usualDueDate } from './due-dates.ts';

const usualKinds = dateKinds.filter((kind) => kind !== 'other');
const years = fc.integer({ min: 2000, max: 2199 });
const kinds = fc.constantFrom(...usualKinds);

// As the IRS published them.
test.each<[UsualKind, number, string, string]>([
  ['estimated_q1', 2026, '2026-04-15', 'a Wednesday'],
  ['estimated_q2', 2026, '2026-06-15', 'a Monday'],
  ['estimated_q3', 2026, '2026-09-15', 'a Tuesday'],
  ['estimated_q4', 2026, '2027-01-15', 'in January of the next year'],
  ['estimated_q1', 2022, '2022-04-18', 'after Emancipation Day, observed on a Friday'],
  ['estimated_q1', 2023, '2023-04-18', 'after a Saturday, and Emancipation Day on a Monday'],
  ['estimated_q1', 2017, '2017-04-18', 'after a Saturday, and Emancipation Day on a Monday'],
  ['estimated_q2', 2024, '2024-06-17', 'after a Saturday'],
  ['estimated_q3', 2024, '2024-09-16', 'after a Sunday'],
  ['estimated_q4', 2023, '2024-01-16', 'after Martin Luther King Jr. Day'],
  ['estimated_q4', 2021, '2022-01-18', 'after a Saturday, and Martin Luther King Jr. Day'],
  ['extension', 2025, '2026-10-15', 'a Thursday'],
  ['extension', 2021, '2022-10-17', 'after a Saturday'],
])('%s for %i is due on %s: %s', (kind, year, day) => {
  expect(usualDueDate(kind, year)).toBe(day);
});

describe('a due date', () => {
  test('is a weekday, at most four days after the 15th', () => {
    fc.assert(
      fc.property(kinds, years, (kind, year) => {
        const day = usualDueDate(kind, year);
        expect([1, 2, 3, 4, 5]).toContain(weekdayOf(day));
        const late = daysBetween(`${day.slice(0, 8)}15`, day);
        expect(late).toBeGreaterThanOrEqual(0);
        expect(late).toBeLessThanOrEqual(4);
      }),
    );
  });

  test('is later for a later year, and in order within a year', () => {
    fc.assert(
      fc.property(kinds, years, (kind, year) => {
        expect(usualDueDate(kind, year + 1) > usualDueDate(kind, year)).toBe(true);
        const ofYear = (['estimated_q1', 'estimated_q2', 'estimated_q3', 'estimated_q4'] as const).map(
          (one) => usualDueDate(one, year),
        );
        expect(ofYear).toEqual(ofYear.toSorted());
      }),
    );
  });

  test('that comes next is not over, and the one before is', () => {
    fc.assert(
      fc.property(kinds, years, fc.integer({ min: 0, max: 365 }), (kind, year, days) => {
        const today = addDays(makeDay(year, 1, 1), days);
        const next = nextUsualDate(kind, today);
        expect(next.dueOn).toBe(usualDueDate(kind, next.year));
        expect(next.dueOn >= today).toBe(true);
        expect(usualDueDate(kind, next.year - 1) < today).toBe(true);
      }),
    );
  });
});

test('a business day stays as it is', () => {
  fc.assert(
    fc.property(kinds, years, (kind, year) => {
      const day = usualDueDate(kind, year);
      expect(businessDayFrom(day)).toBe(day);
    }),
  );
});
