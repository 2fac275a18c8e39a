import { expect, test, vi } from 'vitest';

vi.mock('#app/env.ts', () => ({ calendarUrl: null }));
const { asBooking } = await import('./use-booking.ts');

const booking = { id: '1', pass: 'p', name: 'Rosa', phone: '+12035550142', email: null };
const chosen = {
  id: '1',
  name: 'Rosa',
  start: '2026-11-20T19:00:00.000Z',
  end: '2026-11-20T19:30:00.000Z',
  status: 'confirmed',
  ticket: '1.x',
  ics: 'BEGIN:VCALENDAR',
};

test('a booking is taken up again as it was left', () => {
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
  { booking: { ...booking, pass: 1 } },
])('%o is no booking', (state) => {
  expect(asBooking(state)).toBeNull();
});

test('a time that nobody can read is a time that the calendar alone knows', () => {
  for (const unread of [
    { ...chosen, start: 'soon' },
    { ...chosen, ics: undefined },
    { start: chosen.start },
    'x',
  ])
    expect(asBooking({ booking: { ...booking, chosen: unread } })?.chosen).toBe(true);
});
