import { expect, test } from 'vitest';
import { asBooking } from './use-booking.ts';

const booking = { request: '1', name: 'Rosa', phone: '+12035550142', email: null };
const chosen = {
  id: '1',
  name: 'Rosa',
  start: '2026-11-20T19:00:00.000Z',
  end: '2026-11-20T19:30:00.000Z',
  status: 'confirmed',
  ticket: '1.x',
  ics: 'BEGIN:VCALENDAR',
};

test('a stored booking is read back as it was saved', () => {
  expect(asBooking({ booking })).toEqual(booking);
  expect(asBooking({ booking: { ...booking, chosen } })).toEqual({ ...booking, chosen });
  expect(asBooking({ booking: { ...booking, chosen: true } })).toEqual({ ...booking, chosen: true });
});

test.each([
  null,
  undefined,
  'x',
  1,
  {},
  { booking: null },
  { booking: 'x' },
  { booking: { ...booking, request: 1 } },
])('%o is not a booking', (state) => {
  expect(asBooking(state)).toBeNull();
});

test('an invalid time is read as a time that only the calendar knows', () => {
  for (const unread of [
    { ...chosen, start: 'soon' },
    { ...chosen, ics: undefined },
    { start: chosen.start },
    'x',
  ])
    expect(asBooking({ booking: { ...booking, chosen: unread } })?.chosen).toBe(true);
});
