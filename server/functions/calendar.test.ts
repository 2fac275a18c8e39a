import { expect, test, vi } from 'vitest';
import { CalendarError } from '#server/calendar/errors.ts';
import { calendarFunctions } from './calendar.ts';

const never = () => Promise.reject(new Error('not asked for'));

test("answers the original error if the rate limit's point can't be given back", async () => {
  const lost = new Error('the database is gone');
  const warn = vi.fn();
  const taken = new CalendarError('time_taken');
  const functions = calendarFunctions({
    calendar: {
      free: never,
      show: never,
      move: never,
      cancel: never,
      proveEmail: never,
      save: never,
      book: () => Promise.reject(taken),
    },
    readTicket: () => undefined,
    buckets: { take: async () => () => Promise.reject(lost) },
    log: { warn },
  });
  const book = [functions['calendar-book'] ?? []].flat()[0];
  const request = new Request('https://portal.example/', {
    method: 'POST',
    body: JSON.stringify({ start: '2026-11-24T15:00:00Z', name: 'Rosa', phone: '2035550188' }),
  });
  const caller = async () => ({ role: 'anon' as const, claims: { role: 'anon' } });
  await expect(
    book?.answer(request, { address: '192.0.2.1', caller, bytes: Buffer.alloc(0), takeArchive: never }),
  ).rejects.toBe(taken);
  expect(warn.mock.calls).toEqual([[{ err: lost }, expect.any(String)]]);
});
