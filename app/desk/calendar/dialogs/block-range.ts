import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { addDays, isPlausibleDay } from '#domain/office-time/days.ts';
import { type Block, spanOf } from '../calendar-query.ts';
import type { OfficeClock } from '../office-clock.ts';

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

/** Start and end of the block in milliseconds, or the problem with the fields. */
export function blockRange(
  clock: OfficeClock,
  draft: BlockDraft,
  t: Translate,
): { start: number; end: number } | { problem: string } {
  const { isWholeDay, fromDay, toDay, fromTime, toTime } = draft;
  if (!isPlausibleDay(fromDay) || !isPlausibleDay(toDay)) return { problem: t(msg`Choose both days.`) };
  if (!isWholeDay && (fromTime === '' || toTime === '')) return { problem: t(msg`Choose both times.`) };
  const start = isWholeDay ? clock.startOfDay(fromDay) : clock.moment(fromDay, fromTime);
  const end = isWholeDay ? clock.startOfDay(addDays(toDay, 1)) : clock.moment(toDay, toTime);
  return start < end ? { start, end } : { problem: t(msg`The end must be after the start.`) };
}

/** Whether a block starts and ends at midnight in the office's time zone. */
export function isWholeDays(
  { dayOf, startOfDay }: OfficeClock,
  block: Pick<Block, 'starts_at' | 'ends_at'>,
): boolean {
  const { start, end } = spanOf(block);
  return start === startOfDay(dayOf(start)) && end === startOfDay(dayOf(end));
}
