const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Business hours on the East Coast, in UTC. */
const OPENS = 14;
const OPEN_HOURS = 8;

/**
 * The time a number of days ago. Less than one day is taken literally. Earlier days are placed within business hours,
 * and the fraction gives the time of day: .9 is the morning, .0 the evening. The order is independent of the current
 * time.
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
