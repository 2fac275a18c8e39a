import { describe, expect, it } from 'vitest';
import { dayWordsIn } from '#app/shared/format/days.ts';
import { english } from '#domain/language/english.ts';
import { demoOffice } from '#tests/support/office.ts';
import { createOfficeClock } from '../calendar/office-clock.ts';
import { compareTimes, dayTitle, minutesOf } from './appointment-times.ts';

const inOrder = compareTimes(createOfficeClock(demoOffice));
const at = (preferred_date: string | null, preferred_time: string | null, created_at = '2026-01-01') => ({
  preferred_date,
  preferred_time,
  created_at,
  starts_at: null,
});

describe('minutesOf', () => {
  it.each([
    ['9am', 540],
    ['9:30 AM', 570],
    ['12:00 PM', 720],
    ['12:15 a.m.', 15],
    ['2 p.m.', 840],
    ['14:05', 845],
    ['at 3 PM or later', 900],
  ])('reads %s', (words, minutes) => {
    expect(minutesOf(words)).toBe(minutes);
  });

  it.each([null, '', 'in the morning'])('finds no clock in %s', (words) => {
    expect(minutesOf(words)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('compareTimes', () => {
  it('sorts by day, time, and creation, with missing days last', () => {
    const sorted = [
      at(null, '8am'),
      at('2026-03-02', '10:00 AM', '2'),
      at('2026-03-02', 'morning'),
      at('2026-03-01', '4 PM'),
      at('2026-03-02', '10:00 AM', '1'),
      at('2026-03-02', '9:00 AM'),
    ].sort(inOrder);
    expect(sorted.map((one) => [one.preferred_date, one.preferred_time, one.created_at])).toEqual([
      ['2026-03-01', '4 PM', '2026-01-01'],
      ['2026-03-02', '9:00 AM', '2026-01-01'],
      ['2026-03-02', '10:00 AM', '1'],
      ['2026-03-02', '10:00 AM', '2'],
      ['2026-03-02', 'morning', '2026-01-01'],
      [null, '8am', '2026-01-01'],
    ]);
  });
});

it('prefers the agreed time over the wish', () => {
  const agreed = { ...at('2026-11-20', 'evening'), starts_at: '2026-11-20T14:30:00Z' };
  const [first] = [at('2026-11-20', '10:00 AM'), agreed].sort(inOrder);
  expect(first).toBe(agreed);
});

describe('dayTitle', () => {
  const titleOf = (day: string | null, today: string) => dayTitle(day, today, dayWordsIn('en'), english);

  it('marks today', () => {
    expect(titleOf('2026-11-20', '2026-11-20')).toBe('Today, Friday, November 20');
    expect(titleOf('2026-11-23', '2026-11-20')).toBe('Monday, November 23');
    expect(titleOf(null, '2026-11-20')).toBe('No day chosen');
  });
});
