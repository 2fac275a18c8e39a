import type { SeasonWeek } from './board-query.ts';

/** Weeks of a year, the last one with a day or two. */
export const WEEKS = 53;

/** The total at the end of each week of a year, from January 1 to week `last`, which is counted from 0. */
export function runningTotals(
  weeks: readonly SeasonWeek[],
  { year, of, last = WEEKS - 1 }: { year: number; of: 'received' | 'filed'; last?: number },
): number[] {
  const byWeek = new Map(weeks.filter((one) => one.year === year).map((one) => [one.week, one[of]]));
  let total = 0;
  return Array.from({ length: last + 1 }, (_, week) => {
    total += byWeek.get(week) ?? 0;
    return total;
  });
}

/** The week of a moment, as the database counts them: 0 is January 1 to 7. `dayOfYear` begins with 0. */
export const weekOfDay = (dayOfYear: number): number => Math.min(WEEKS - 1, Math.floor(dayOfYear / 7));
