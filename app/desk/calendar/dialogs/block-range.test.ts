import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { demoOffice } from '#tests/support/office.ts';
import { createOfficeClock } from '../office-clock.ts';
import { type BlockDraft, blockRange, isWholeDays } from './block-range.ts';

const clock = createOfficeClock(demoOffice);
const draft: BlockDraft = {
  isWholeDay: false,
  fromDay: '2026-11-20',
  fromTime: '13:00',
  toDay: '2026-11-20',
  toTime: '15:30',
  reason: '',
};
const at = (iso: string) => Date.parse(iso);

test("a block uses the office's time zone", () => {
  expect(blockRange(clock, draft, english)).toEqual({
    start: at('2026-11-20T18:00:00Z'),
    end: at('2026-11-20T20:30:00Z'),
  });
});

test('whole days run from midnight to midnight, even on clock changes', () => {
  const days = { ...draft, isWholeDay: true, fromDay: '2026-10-31', toDay: '2026-11-01' };
  const range = { start: at('2026-10-31T04:00:00Z'), end: at('2026-11-02T05:00:00Z') };
  expect(blockRange(clock, days, english)).toEqual(range);
  const written = {
    starts_at: new Date(range.start).toISOString(),
    ends_at: new Date(range.end).toISOString(),
  };
  expect(isWholeDays(clock, written)).toBe(true);
  expect(isWholeDays(clock, { ...written, ends_at: '2026-11-02T06:00:00Z' })).toBe(false);
});

test('rejects a range that is incomplete or ends before it starts', () => {
  expect(blockRange(clock, { ...draft, toTime: '13:00' }, english)).toHaveProperty('problem');
  expect(blockRange(clock, { ...draft, toDay: '2026-11-19' }, english)).toHaveProperty('problem');
  expect(blockRange(clock, { ...draft, toDay: '' }, english)).toHaveProperty('problem');
  expect(blockRange(clock, { ...draft, toTime: '' }, english)).toHaveProperty('problem');
});
