const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** When the office of the East Coast opens and closes, by the clock of Greenwich. */
const OPENS = 14;
const OPEN_HOURS = 8;

/**
 * The moment so many days ago. Within a day it is that part of the day ago; before, it is in the hours of business,
 * and what is behind the point says when: .9 in the morning, .0 in the evening. What is longer ago comes first, at
 * whatever hour this runs.
 */
export function momentOf(now: Date, daysAgo: number): Date {
  if (daysAgo < 1) return new Date(now.getTime() - daysAgo * DAY_MS);
  const whole = Math.floor(daysAgo);
  const then = new Date(now.getTime() - whole * DAY_MS);
  const midnight = Date.UTC(then.getUTCFullYear(), then.getUTCMonth(), then.getUTCDate());
  const closing = midnight + (OPENS + OPEN_HOURS) * HOUR_MS;
  const day = closing > now.getTime() - whole * DAY_MS ? midnight - DAY_MS : midnight;
  return new Date(day + (OPENS + (1 - (daysAgo - whole)) * OPEN_HOURS) * HOUR_MS);
}
