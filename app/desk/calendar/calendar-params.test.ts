import { expect, test } from 'vitest';
import { appointmentUrl, bookingUrl, calendarSearch, parseCalendarParams } from './calendar-params.ts';

const preset = { today: '2026-11-20', view: 'week' } as const;
const paramsOf = (search: string) => parseCalendarParams(new URLSearchParams(search), preset);

test('missing and invalid parameters get the defaults', () => {
  expect(paramsOf('')).toEqual({ view: 'week', day: '2026-11-20', appointment: null, book: null });
  expect(paramsOf('?view=month&day=2026-02-30')).toEqual({
    view: 'week',
    day: '2026-11-20',
    appointment: null,
    book: null,
  });
  expect(paramsOf('?view=day&day=2028-02-29&appointment=a1')).toEqual({
    view: 'day',
    day: '2028-02-29',
    appointment: 'a1',
    book: null,
  });
  expect(paramsOf(bookingUrl('c1').split('?')[1] ?? '').book).toBe('c1');
});

test('changes keep the other parameters', () => {
  expect(
    calendarSearch('?view=day&day=2026-11-20&appointment=a1', { day: '2026-11-21', appointment: null }),
  ).toBe('?view=day&day=2026-11-21');
  expect(calendarSearch('?appointment=a1', { appointment: null })).toBe('');
  expect(appointmentUrl('2026-11-20', 'a1')).toBe('/manage/calendar?day=2026-11-20&appointment=a1');
});
