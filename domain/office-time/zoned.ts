import { addDays, makeDay, midnightUtc } from './days.ts';

/** A local time. */
export interface WallTime {
  day: string;
  hour: number;
  minute: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

export function zonedClock(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

  const read = (moment: number) => {
    const values: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of format.formatToParts(moment)) values[type] = Number(value);
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = values;
    return { day: makeDay(year, month, day), hour, minute, second };
  };

  /** The zone's offset from UTC in milliseconds. */
  const offsetAt = (moment: number) => {
    const { day, hour, minute, second } = read(moment);
    const shown = midnightUtc(day) + ((hour * 60 + minute) * 60 + second) * 1000;
    return shown - Math.floor(moment / 1000) * 1000;
  };

  return {
    timeZone,
    /** The local time at this moment. */
    wallTime: (moment: number): WallTime => {
      const { day, hour, minute } = read(moment);
      return { day, hour, minute };
    },
    dayOf: (moment: number): string => read(moment).day,
    /**
     * The moment of a local time such as "14:30". In fall, when it comes twice, the first one; in spring, when it is
     * skipped, as much later as the clocks are set forward.
     */
    moment: (day: string, clock: string): number => {
      const shown = midnightUtc(day) + minutesOfClock(clock) * MINUTE_MS;
      const before = offsetAt(shown - DAY_MS);
      const after = offsetAt(shown + DAY_MS);
      // The larger offset is the earlier moment.
      const offset = [before, after].sort((a, b) => b - a).find((one) => offsetAt(shown - one) === one);
      return shown - (offset ?? before);
    },
  };
}

/** Conversions for one time zone, by `Intl`: not every browser has Temporal. Moments are milliseconds since 1970. */
export type ZonedClock = ReturnType<typeof zonedClock>;

/** The interval of a day: `end` is the start of the next. */
export function spanOfDay(day: string, clock: ZonedClock): { start: number; end: number } {
  return { start: clock.moment(day, '00:00'), end: clock.moment(addDays(day, 1), '00:00') };
}

/** Minutes since midnight of "14:30". */
export function minutesOfClock(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}
