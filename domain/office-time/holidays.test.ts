import { describe, expect, test } from 'vitest';
import { addDays, makeDay } from '#domain/office-time/days.ts';
import { type HolidayId, holidayIds, holidayOn } from './holidays.ts';

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const WORKDAYS = [1, 2, 3, 4, 5];

/** Copied by hand from the calendars of these years. */
const table: Record<number, Partial<Record<HolidayId, string>>> = {
  2024: {
    'martin-luther-king-day': '01-15',
    'presidents-day': '02-19',
    'memorial-day': '05-27',
    'labor-day': '09-02',
    'columbus-day': '10-14',
    thanksgiving: '11-28',
  },
  2025: {
    'martin-luther-king-day': '01-20',
    'presidents-day': '02-17',
    'memorial-day': '05-26',
    'labor-day': '09-01',
    'columbus-day': '10-13',
    thanksgiving: '11-27',
  },
  2026: {
    'martin-luther-king-day': '01-19',
    'presidents-day': '02-16',
    'memorial-day': '05-25',
    'labor-day': '09-07',
    'columbus-day': '10-12',
    thanksgiving: '11-26',
  },
  2027: {
    'martin-luther-king-day': '01-18',
    'presidents-day': '02-15',
    'memorial-day': '05-31',
    'labor-day': '09-06',
    'columbus-day': '10-11',
    thanksgiving: '11-25',
  },
  2028: {
    'martin-luther-king-day': '01-17',
    'presidents-day': '02-21',
    'memorial-day': '05-29',
    'labor-day': '09-04',
    'columbus-day': '10-09',
    thanksgiving: '11-23',
  },
  2029: {
    'martin-luther-king-day': '01-15',
    'presidents-day': '02-19',
    'memorial-day': '05-28',
    'labor-day': '09-03',
    'columbus-day': '10-08',
    thanksgiving: '11-22',
  },
  2030: {
    'martin-luther-king-day': '01-21',
    'presidents-day': '02-18',
    'memorial-day': '05-27',
    'labor-day': '09-02',
    'columbus-day': '10-14',
    thanksgiving: '11-28',
  },
};
const always: Partial<Record<HolidayId, string>> = {
  'new-years-day': '01-01',
  juneteenth: '06-19',
  'independence-day': '07-04',
  'veterans-day': '11-11',
  christmas: '12-25',
};

/** All closed days in a year for an office with every holiday. */
function closedDays(year: number, openDays: number[]): [string, string][] {
  const found: [string, string][] = [];
  for (let day = makeDay(year, 1, 1); day <= makeDay(year, 12, 31); day = addDays(day, 1)) {
    const name = holidayOn(day, holidayIds, openDays);
    if (name !== undefined) found.push([day, name]);
  }
  return found;
}

test.each(Object.entries(table))('%s matches the table', (year, moving) => {
  const expected = { ...always, ...moving };
  for (const id of holidayIds) {
    const name = holidayOn(`${year}-${expected[id]}`, [id], EVERY_DAY);
    expect([id, name]).toEqual([id, expect.any(String)]);
    expect(name).not.toContain('observed');
  }
  expect(closedDays(Number(year), EVERY_DAY).map(([day]) => day)).toEqual(
    Object.values(expected)
      .map((day) => `${year}-${day}`)
      .sort(),
  );
});

describe('an office closed on weekends', () => {
  test.each([
    ['2026-07-03', 'Independence Day (observed)'],
    ['2027-06-18', 'Juneteenth (observed)'],
    ['2027-07-05', 'Independence Day (observed)'],
    ['2027-12-24', 'Christmas Day (observed)'],
    // For the first of January of the next year.
    ['2027-12-31', 'New Year’s Day (observed)'],
    ['2028-11-10', 'Veterans Day (observed)'],
    ['2029-11-12', 'Veterans Day (observed)'],
    ['2026-11-26', 'Thanksgiving'],
  ])('on %s observes %s', (day, name) => {
    expect(holidayOn(day, holidayIds, WORKDAYS)).toBe(name);
  });

  test('has eleven holidays on workdays in each year, except around an observed New Year', () => {
    const counts = [2024, 2025, 2026, 2027, 2028, 2029, 2030].map(
      (year) =>
        closedDays(year, WORKDAYS).filter(([day]) =>
          WORKDAYS.includes(new Date(`${day}T00:00:00Z`).getUTCDay()),
        ).length,
    );
    expect(counts).toEqual([11, 11, 11, 12, 10, 11, 11]);
  });
});

test('an office open on weekends does not observe the day before', () => {
  expect(holidayOn('2026-07-03', holidayIds, EVERY_DAY)).toBeUndefined();
  expect(holidayOn('2026-07-04', holidayIds, EVERY_DAY)).toBe('Independence Day');
});

test('includes only the configured holidays', () => {
  expect(holidayOn('2026-12-25', ['thanksgiving'], EVERY_DAY)).toBeUndefined();
  expect(holidayOn('2026-11-26', ['thanksgiving'], EVERY_DAY)).toBe('Thanksgiving');
});
