import { addDays, weekdayOf } from '#domain/office-time/days.ts';

/** How many backups to keep: the newest of each of this many days, weeks, and months. */
export interface Retention {
  days: number;
  weeks: number;
  months: number;
}

const PART = /^(\d{1,4})([dwm])$/;
const NAMES = { d: 'days', w: 'weeks', m: 'months' } as const;

/** Parses "7d 4w 12m"; missing units are 0. Undefined if the text is invalid or keeps no days. */
export function parseRetention(text: string): Retention | undefined {
  const retention: Retention = { days: 0, weeks: 0, months: 0 };
  const seen = new Set<string>();
  for (const part of text.trim().split(/\s+/)) {
    const [, count, letter] = PART.exec(part) ?? [];
    if (count === undefined || letter === undefined || seen.has(letter)) return undefined;
    seen.add(letter);
    retention[NAMES[letter as keyof typeof NAMES]] = Number(count);
  }
  return retention.days > 0 ? retention : undefined;
}

/** A backup and its day in the office's time zone ("2027-03-14"). */
interface Dated {
  name: string;
  day: string;
}

/**
 * The names of the backups to keep, given backups in order of time: the newest of each of the last days,
 * weeks (from Monday), and months that have a backup. The newest of all is always kept.
 */
export function backupsToKeep(backups: readonly Dated[], { days, weeks, months }: Retention): Set<string> {
  const newestFirst = backups.toReversed();
  const keep = new Set(newestFirst.slice(0, 1).map(({ name }) => name));
  const keepNewestOf = (count: number, periodOf: (day: string) => string) => {
    const periods = new Set<string>();
    for (const { name, day } of newestFirst) {
      const period = periodOf(day);
      if (periods.has(period)) continue;
      if (periods.size === count) return;
      periods.add(period);
      keep.add(name);
    }
  };
  keepNewestOf(days, (day) => day);
  keepNewestOf(weeks, mondayOf);
  keepNewestOf(months, (day) => day.slice(0, 7));
  return keep;
}

const mondayOf = (day: string) => addDays(day, -((weekdayOf(day) + 6) % 7));
