import { expect, test } from 'vitest';
import type { BookedTime } from '#contract/calendar.ts';
import { asBooking, type Booking, currentBooking } from './use-booking.ts';

const booking: Booking = { request: '1', name: 'Rosa', phone: '+12035550142', email: null };
const chosen: BookedTime = {
  id: '1',
  name: 'Rosa',
  start: '2026-11-20T19:00:00.000Z',
  end: '2026-11-20T19:30:00.000Z',
  status: 'confirmed',
  ticket: '1.x',
  ics: 'BEGIN:VCALENDAR',
};

test('a stored booking is read back as it was saved', () => {
  expect(asBooking(booking)).toEqual(booking);
  expect(asBooking({ ...booking, chosen })).toEqual({ ...booking, chosen });
  expect(asBooking({ ...booking, chosen: true })).toEqual({ ...booking, chosen: true });
});

test.each([null, undefined, 'x', 1, {}, { ...booking, request: 1 }])('%o is not a booking', (value) => {
  expect(asBooking(value)).toBeNull();
});

test('an invalid time is read as a time that only the calendar knows', () => {
  for (const unread of [
    { ...chosen, start: 'soon' },
    { ...chosen, ics: undefined },
    { start: chosen.start },
    'x',
  ])
    expect(asBooking({ ...booking, chosen: unread })?.chosen).toBe(true);
});

test('an entry shows its booking as it is now; one without a booking continues what has no time', () => {
  const booked = { ...booking, chosen };
  const moved = { ...booking, chosen: { ...chosen, start: chosen.end } };
  const other = { ...booking, request: '2' };
  expect(currentBooking(booked, [other, moved])).toBe(moved);
  expect(currentBooking(booked, [other])).toBe(booked);
  expect(currentBooking(null, [booked, booking])).toBe(booking);
  expect(currentBooking(null, [booked])).toBeNull();
});
