import { addDays } from '#domain/office-time/days.ts';
import type { ZonedClock } from '#domain/office-time/zoned.ts';

interface DueOptions {
  now: Date;
  /** In the office's time zone, such as "02:30". */
  at: string;
  clock: ZonedClock;
  /** The newest scheduled backup at this place, if any. */
  last: { startedAt: Date; isComplete: boolean } | undefined;
  /** WAL is archived, but no backup has opened a chain for it: nothing newer than the last backup is safe. */
  lacksChain: boolean;
}

const RETRY_MS = 60 * 60 * 1000;

/** A backup is due at its time of day, at once if there is none, and an hour after a failure. */
export function isBackupDue({ now, at, clock, last, lacksChain }: DueOptions): boolean {
  if (last === undefined) return true;
  const sinceLast = now.getTime() - last.startedAt.getTime();
  if (!last.isComplete || lacksChain) return sinceLast >= RETRY_MS;
  return last.startedAt.getTime() < lastOccurrence(now, at, clock);
}

/** The last time at or before now when the office's clock showed that time of day. */
function lastOccurrence(now: Date, at: string, clock: ZonedClock): number {
  const today = clock.dayOf(now.getTime());
  const moment = clock.moment(today, at);
  return moment <= now.getTime() ? moment : clock.moment(addDays(today, -1), at);
}
