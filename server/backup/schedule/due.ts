import { addDays } from '#domain/office-time/days.ts';
import type { ZonedClock } from '#domain/office-time/zoned.ts';

interface Last {
  startedAt: Date;
  /** It was completed. */
  isMade: boolean;
}

interface Situation {
  now: Date;
  /** By the office's clocks, such as "02:30". */
  at: string;
  clock: ZonedClock;
  /** The newest of the schedule; undefined if there was none yet at this place. */
  last: Last | undefined;
  /** WAL is archived, and no backup has opened a chain for it: nothing newer than the last backup is safe. */
  lacksChain: boolean;
}

const RETRY_MS = 60 * 60 * 1000;

/** Whether a backup is due: at its hour, at once if there is none, and an hour after a failure. */
export function isBackupDue({ now, at, clock, last, lacksChain }: Situation): boolean {
  if (last === undefined) return true;
  const sinceLast = now.getTime() - last.startedAt.getTime();
  if (!last.isMade || lacksChain) return sinceLast >= RETRY_MS;
  return last.startedAt.getTime() < latestHour(now, at, clock);
}

/** The latest moment up to now at which the office's clocks showed that time. */
function latestHour(now: Date, at: string, clock: ZonedClock): number {
  const today = clock.dayOf(now.getTime());
  const moment = clock.moment(today, at);
  return moment <= now.getTime() ? moment : clock.moment(addDays(today, -1), at);
}
