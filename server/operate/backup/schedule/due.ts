import { addDays } from '#domain/office-time/days.ts';
import { type ZonedClock, zonedClock } from '#domain/office-time/zoned.ts';
import type { Database } from '#server/database/database.ts';
import { lastScheduledBackup, type ScheduledBackup } from '../records.ts';

/** The newest scheduled backup at the place, and what is due there now. */
export async function dueAt(
  database: Pick<Database, 'query'>,
  place: string,
  { at, timeZone, lacksChain }: Pick<DueOptions, 'at' | 'lacksChain'> & { timeZone: string },
) {
  const last = await lastScheduledBackup(database, place);
  return { last, work: dueWork({ now: new Date(), at, clock: zonedClock(timeZone), last, lacksChain }) };
}

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
