import { useLingui } from '@lingui/react/macro';
import { type DayWords, useDayWords } from '#app/shared/format/days.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { Appointment } from '../calendar/calendar-query.ts';
import type { OfficeClock } from '../calendar/office-clock.ts';

/** Sorts appointments by the agreed time, or else by the time in the visitor's words. */

type Timed = Pick<Appointment, 'preferred_date' | 'preferred_time' | 'starts_at' | 'created_at'>;

/** Minutes since midnight in "2:30 PM", "9am", "14:00"; Infinity for text without a time. */
export function minutesOf(words: string | null): number {
  const found = /(\d{1,2})(?::(\d{2}))?\s*([ap])?\.?m?/i.exec(words ?? '');
  if (!found) return Number.POSITIVE_INFINITY;
  const [, hours, minutes = '0', half] = found;
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  return hour * 60 + Number(minutes);
}

/** By day, time, and creation; those without a day last. */
export function compareTimes(clock: Pick<OfficeClock, 'minutesAt'>) {
  const minutesOfDay = ({ starts_at, preferred_time }: Timed) =>
    starts_at === null ? minutesOf(preferred_time) : clock.minutesAt(Date.parse(starts_at));
  return (a: Timed, b: Timed): number => {
    const days = (a.preferred_date ?? '9999').localeCompare(b.preferred_date ?? '9999');
    if (days !== 0) return days;
    const [first, second] = [minutesOfDay(a), minutesOfDay(b)];
    if (first !== second) return first < second ? -1 : 1;
    return a.created_at.localeCompare(b.created_at);
  };
}

/** "Friday, November 20" or "Today, Friday, November 20". */
export function dayTitle(
  day: string | null,
  today: string,
  { longDay }: Pick<DayWords, 'longDay'>,
  t: Translate,
): string {
  if (day === null) return t(msg`No day chosen`);
  const named = longDay(day);
  return day === today ? t(msg`Today, ${{ day: named }}`) : named;
}

export function useDayTitle(): (day: string | null, today: string) => string {
  const { t } = useLingui();
  const words = useDayWords();
  return (day, today) => dayTitle(day, today, words, t);
}
