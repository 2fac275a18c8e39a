/** How many backups are kept: the newest of so many days, weeks and months that have one. */
export interface Keep {
  days: number;
  weeks: number;
  months: number;
}

const PART = /^(\d{1,4})([dwm])$/;
const NAMES = { d: 'days', w: 'weeks', m: 'months' } as const;

/** "7d 4w 12m"; what is left out is 0. Undefined where it is not such a text, or would keep no days at all. */
export function parseKeep(text: string): Keep | undefined {
  const keep: Keep = { days: 0, weeks: 0, months: 0 };
  const seen = new Set<string>();
  for (const part of text.trim().split(/\s+/)) {
    const [, count, letter] = PART.exec(part) ?? [];
    if (count === undefined || letter === undefined || seen.has(letter)) return undefined;
    seen.add(letter);
    keep[NAMES[letter as keyof typeof NAMES]] = Number(count);
  }
  return keep.days > 0 ? keep : undefined;
}

/** A backup, and the day on which it was made by the office's clocks ("2027-03-14"). */
interface Dated {
  name: string;
  day: string;
}

/**
 * The names that are kept, of backups in the order of time. Of each of the last so many days, weeks (from Monday) and
 * months that have a backup, the newest; days on which none was made don't count. The newest of all is always kept.
 */
export function keptBackups(backups: readonly Dated[], { days, weeks, months }: Keep): Set<string> {
  const newestFirst = backups.toReversed();
  const kept = new Set(newestFirst.slice(0, 1).map(({ name }) => name));
  const keepNewestOf = (count: number, periodOf: (day: string) => string) => {
    const periods = new Set<string>();
    for (const { name, day } of newestFirst) {
      const period = periodOf(day);
      if (periods.has(period)) continue;
      if (periods.size === count) return;
      periods.add(period);
      kept.add(name);
    }
  };
  keepNewestOf(days, (day) => day);
  keepNewestOf(weeks, mondayOf);
  keepNewestOf(months, (day) => day.slice(0, 7));
  return kept;
}

const DAY_MS = 24 * 60 * 60 * 1000;

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  return new Date(date.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}
