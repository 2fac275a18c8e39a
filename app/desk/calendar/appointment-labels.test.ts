import { expect, test } from 'vitest';
import { dayWordsIn } from '#app/shared/format/days.ts';
import { seeCalendarMail } from '#domain/booking/fields.ts';
import { english } from '#domain/language/english.ts';
import { cancellationNotice, isExternal, requestDetails, statusOf } from './appointment-labels.ts';
import type { Appointment } from './calendar-query.ts';

const row = (fields: Partial<Appointment>) =>
  ({
    service: null,
    preferred_date: null,
    preferred_time: null,
    message: null,
    starts_at: null,
    calendly_completed: false,
    email: null,
    ...fields,
  }) as Appointment;

const detailsOf = (appointment: Appointment) => requestDetails(appointment, dayWordsIn('en'), english);

test('shows the visitor’s words, without the fixed text of the booking page', () => {
  expect(
    detailsOf(
      row({
        service: 'Amendment',
        preferred_date: '2026-11-24',
        preferred_time: 'after 3',
        message: 'A 1099 is missing.',
      }),
    ),
  ).toEqual(['Preferred: Tue, Nov 24, after 3', 'Amendment', '“A 1099 is missing.”']);
  const filler = { service: seeCalendarMail, preferred_time: seeCalendarMail, message: seeCalendarMail };
  expect(detailsOf(row({ ...filler, preferred_date: '2026-11-20' }))).toEqual([]);
  expect(detailsOf(row({}))).toEqual([]);
});

test('an agreed time is not shown as a wish', () => {
  const agreed = row({
    service: seeCalendarMail,
    message: seeCalendarMail,
    preferred_date: '2026-11-20',
    preferred_time: '9:00 AM',
    starts_at: '2026-11-20T14:00:00Z',
  });
  expect(detailsOf(agreed)).toEqual([]);
  expect(detailsOf({ ...agreed, service: 'Amendment', message: null })).toEqual(['Amendment']);
});

test('an external booking has no wish', () => {
  const booked = row({ calendly_completed: true, preferred_date: '2026-11-20', preferred_time: '9:00 AM' });
  expect(isExternal(booked)).toBe(true);
  expect(detailsOf(booked)).toEqual([]);
  expect(isExternal(row({}))).toBe(false);
  expect(isExternal({ ...booked, starts_at: '2026-11-20T14:00:00Z' })).toBe(false);
});

test('how the client learns of a cancellation', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const ahead = row({ starts_at: '2026-11-20T14:00:00Z' });
  const email = 'rosa@example.com';
  expect(cancellationNotice({ ...ahead, email }, now)).toBe('mail');
  expect(cancellationNotice({ ...ahead, email: null }, now)).toBe('call');
  expect(cancellationNotice(row({ starts_at: '2026-11-20T11:59:00Z', email }), now)).toBe('over');
  expect(cancellationNotice(row({ email }), now)).toBe('no-time');
  expect(cancellationNotice(row({ email, calendly_completed: true }), now)).toBe('elsewhere');
});

test('an unknown status counts as pending', () => {
  expect(statusOf({ status: 'done' })).toBe('done');
  expect(statusOf({ status: 'postponed' })).toBe('pending');
});
