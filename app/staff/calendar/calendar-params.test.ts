import { expect, test } from 'vitest';
import { appointmentUrl, calendarSearch, isPlausibleDay, parseCalendarParams } from './calendar-params.ts';

const preset = { today: '2026-11-20', view: 'week' } as const;
const placeOf = (search: string) => parseCalendarParams(new URLSearchParams(search), preset);

test('what the address leaves open, or says wrongly, is today in the view that suits', () => {
  expect(placeOf('')).toEqual({ view: 'week', day: '2026-11-20', appointment: null });
  expect(placeOf('?view=month&day=2026-02-30')).toEqual({
    view: 'week',
    day: '2026-11-20',
    appointment: null,
  });
  expect(placeOf('?view=day&day=2028-02-29&appointment=a1')).toEqual({
    view: 'day',
    day: '2028-02-29',
    appointment: 'a1',
  });
});

test('a step keeps the rest of the address', () => {
  expect(
    calendarSearch('?view=day&day=2026-11-20&appointment=a1', { day: '2026-11-21', appointment: null }),
  ).toBe('?view=day&day=2026-11-21');
  expect(calendarSearch('?appointment=a1', { appointment: null })).toBe('');
  expect(appointmentUrl('2026-11-20', 'a1')).toBe('/manage/calendar?day=2026-11-20&appointment=a1');
});

test('days that are on the calendar', () => {
  expect(['2026-12-31', '2028-02-29'].every(isPlausibleDay)).toBe(true);
  // The second is what a date field says while somebody types the year.
  expect(['2027-02-29', '0002-11-20', '2026-13-01', '2026-1-1', ''].some(isPlausibleDay)).toBe(false);
});
