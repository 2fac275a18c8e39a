import { addDays } from '#domain/office-time/days.ts';
import type { ZonedClock } from '#domain/office-time/zoned.ts';
import type { ScheduledBackup } from '../records.ts';

interface DueOptions {
  now: Date;
  /** In the office's time zone, such as "02:30". */
  at: string;
  clock: ZonedClock;
  /** The newest scheduled backup at this place, if any. */
  last: Pick<ScheduledBackup, 'startedAt' | 'isComplete' | 'isVerified'> | undefined;
  /** WAL is archived, but no backup has opened a chain for it: nothing newer than the last backup is safe. */
  lacksChain: boolean;
}

export const RETRY_MS = 60 * 60 * 1000;

/**
 * A backup is due at its time of day, at once if there is none, and an hour after a failure. A verification that was
 * cut off is due again an hour after its backup started.
 */
export function dueWork({ now, at, clock, last, lacksChain }: DueOptions): 'backup' | 'verify' | undefined {
  if (last === undefined) return 'backup';
  const mayRetry = now.getTime() - last.startedAt.getTime() >= RETRY_MS;
  if (!last.isComplete || lacksChain) return mayRetry ? 'backup' : undefined;
  if (last.startedAt.getTime() < lastOccurrence(now, at, clock)) return 'backup';
  return mayRetry && !last.isVerified ? 'verify' : undefined;
}

/** The last time at or before now when the office's clock showed that time of day. */
function lastOccurrence(now: Date, at: string, clock: ZonedClock): number {
  const today = clock.dayOf(now.getTime());
  const moment = clock.moment(today, at);
  return moment <= now.getTime() ? moment : clock.moment(addDays(today, -1), at);
}
