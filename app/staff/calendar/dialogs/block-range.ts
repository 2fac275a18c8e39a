import { addDays } from '#domain/office-time/days.ts';
import { isPlausibleDay } from '../calendar-params.ts';
import type { Block } from '../calendar-query.ts';
import { clock, startOfDay } from '../office-clock.ts';

/** What staff say of a time that is to be blocked. */
export interface BlockDraft {
  isWholeDay: boolean;
  fromDay: string;
  /** "13:00" */
  fromTime: string;
  toDay: string;
  toTime: string;
  reason: string;
}

export const maxReason = 200;

/** From when to when, on the office's clocks; or what is wrong with it. */
export function blockRange(draft: BlockDraft): { start: number; end: number } | { problem: string } {
  const { isWholeDay, fromDay, toDay, fromTime, toTime } = draft;
  if (!isPlausibleDay(fromDay) || !isPlausibleDay(toDay)) return { problem: 'Choose both days.' };
  if (!isWholeDay && (fromTime === '' || toTime === '')) return { problem: 'Choose both times.' };
  const start = isWholeDay ? startOfDay(fromDay) : clock.moment(fromDay, fromTime);
  const end = isWholeDay ? startOfDay(addDays(toDay, 1)) : clock.moment(toDay, toTime);
  return start < end ? { start, end } : { problem: 'The end must come after the beginning.' };
}

/** Whole days are said without their times. */
export function isWholeDays({ starts_at, ends_at }: Pick<Block, 'starts_at' | 'ends_at'>): boolean {
  const [start, end] = [Date.parse(starts_at), Date.parse(ends_at)];
  return start === startOfDay(clock.dayOf(start)) && end === startOfDay(clock.dayOf(end));
}
