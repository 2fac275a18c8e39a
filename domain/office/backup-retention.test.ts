/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backupsToKeep, parseRetention } from './backup-retention.ts';

describe('parseRetention', () => {
  test.each([
    ['7d 4w 12m', { days: 7, weeks: 4, months: 12 }],
    [' 12m  30d ', { days: 30, weeks: 0, months: 12 }],
    ['1d', { days: 1, weeks: 0, months: 0 }],
  ])('%j', (text, keep) => expect(parseRetention(text)).toEqual(keep));

  test.each(['', '4w', '0d 4w', '7', '7d 7d', '7 d', '-1d', '7d,4w', '7y'])('rejects %j', (text) =>
    expect(parseRetention(text)).toBeUndefined(),
  );
});

const dayAfter = (first: string, days: number) =>
  new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10);
const everyDay = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const day = dayAfter(first, index);
    return { name: day, day };
  });

describe('backupsToKeep', () => {
  test('keeps 7 days, 4 weeks, and 12 months of a year of daily backups', () => {
    const kept = backupsToKeep(everyDay('2026-01-01', 365), { days: 7, weeks: 4, months: 12 });
    expect([...kept].sort()).toEqual([
      ...['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'],
      ...['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30'],
      ...['2026-12-13', '2026-12-20', '2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28'],
      ...['2026-12-29', '2026-12-30', '2026-12-31'],
    ]);
  });

  test('keeps older backups after a gap of weeks', () => {
    const made = everyDay('2026-03-01', 3);
    expect(backupsToKeep([...made, ...everyDay('2026-06-01', 1)], { days: 3, weeks: 0, months: 0 })).toEqual(
      new Set(['2026-06-01', '2026-03-03', '2026-03-02']),
    );
  });

  test('always keeps the newest, and never more than requested', () => {
    const keeps = fc.record({
      days: fc.integer({ min: 1, max: 9 }),
      weeks: fc.integer({ min: 0, max: 9 }),
      months: fc.integer({ min: 0, max: 9 }),
    });
    const days = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(days, keeps, (offsets, keep) => {
        const backups = offsets
          .sort((a, b) => a - b)
          .map((offset, index) => ({ name: `${index}`, day: dayAfter('2026-01-01', offset) }));
        const kept = backupsToKeep(backups, keep);
        expect(kept.has(backups.at(-1)?.name ?? '')).toBe(true);
        expect(kept.size).toBeLessThanOrEqual(keep.days + keep.weeks + keep.months);
        for (const name of kept) expect(backups.some((backup) => backup.name === name)).toBe(true);
      }),
    );
  });
});
