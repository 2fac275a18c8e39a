import { expect, test } from 'vitest';
import {
  type BookingAnswers,
  bookingIssues,
  bookingPerson,
  emptyBooking,
  newAppointment,
  seeCalendarMail,
} from './fields.ts';

const rosa: BookingAnswers = { name: 'Rosa Delgado', phone: '+1 203-555-0142', email: 'rosa@example.com' };

test('requires name and phone, but not the email', () => {
  expect(bookingIssues(emptyBooking)).toEqual([
    { field: 'name', message: 'Full name is required' },
    { field: 'phone', message: 'Phone number is required' },
  ]);
  expect(bookingIssues({ ...rosa, email: '  ' })).toEqual([]);
  expect(bookingIssues(rosa)).toEqual([]);
});

test.each<[Partial<BookingAnswers>, string]>([
  [{ name: '   ' }, 'Full name is required'],
  [{ name: '\u0000\ud83d' }, 'Full name is required'],
  [{ name: 'x'.repeat(201) }, 'Full name is too long'],
  [{ phone: '+1 203-555-014' }, 'Phone number must have 10 digits'],
  [{ phone: '+1' }, 'Phone number is required'],
  [{ email: 'rosa' }, 'Write the email like this: name@example.com'],
  [{ email: 'rosa@home' }, 'Write the email like this: name@example.com'],
  [{ email: 'rosa delgado@example.com' }, 'Write the email like this: name@example.com'],
  [{ email: 'rosa\u0000@example.com' }, 'Write the email like this: name@example.com'],
  [{ email: 'rosa@ex\ud83dample.com' }, 'Write the email like this: name@example.com'],
  [{ email: `${'x'.repeat(320)}@example.com` }, 'Email is too long'],
])('%j gives the error %j', (wrong, message) => {
  expect(bookingIssues({ ...rosa, ...wrong }).map((issue) => issue.message)).toEqual([message]);
});

test('is stored without extra characters', () => {
  expect(
    bookingPerson({ name: '  Rosa \t Delgado ', phone: '203-555-0142', email: ' rosa@example.com ' }),
  ).toEqual({
    name: 'Rosa Delgado',
    phone: '+12035550142',
    email: 'rosa@example.com',
  });
  expect(bookingPerson({ ...rosa, email: '' }).email).toBeNull();
});

test('a new appointment has no time yet', () => {
  const person = { name: 'Rosa Delgado', phone: '+12035550142', email: null };
  expect(newAppointment(person, '2026-11-20')).toEqual({
    name: 'Rosa Delgado',
    phone: '+12035550142',
    email: null,
    service: seeCalendarMail,
    preferred_date: '2026-11-20',
    preferred_time: seeCalendarMail,
    message: seeCalendarMail,
    status: 'pending',
  });
  expect(newAppointment(person, '2026-11-20', 'Quote:\u0000Personal Taxes')).toHaveProperty(
    'note',
    'Quote: Personal Taxes',
  );
});
