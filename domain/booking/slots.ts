import type { Business } from '#domain/business/business.ts';
import { addDays, weekdayOf } from '#domain/office-time/days.ts';
import { holidayOn } from '#domain/office-time/holidays.ts';
import { type ZonedClock, zonedClock } from '#domain/office-time/zoned.ts';

/** The office's facts that decide which times it offers. */
export type CalendarRules = Pick<Business, 'timeZone' | 'hours' | 'calendar'>;

/** A half-open interval [start, end), in milliseconds since 1970. */
export interface Span {
  start: number;
  end: number;
}

/** The time of an appointment, and which of the office's seats it holds. */
export interface Taken extends Span {
  seat: number;
}

export interface Occupation {
  taken: readonly Taken[];
  /** When the office takes no appointments. */
  blocks: readonly Span[];
}

/** Why the office is closed on a day; undefined if it is open. */
export function closedBecause(rules: CalendarRules, day: string): string | undefined {
  const { closedOn, holidays } = rules.calendar;
  const once = closedOn.find((one) => one.day === day);
  if (once) return once.reason;
  const holiday = holidayOn(day, holidays, rules.hours.days);
  if (holiday !== undefined) return holiday;
  return rules.hours.days.includes(weekdayOf(day)) ? undefined : 'Closed';
}

/** The start times of a day, booked or not, in elapsed time: a change of the clocks skips and repeats none. */
export function timesOfDay(rules: CalendarRules, day: string, clock: ZonedClock): number[] {
  if (closedBecause(rules, day) !== undefined) return [];
  const length = slotMs(rules);
  const closing = clock.moment(day, rules.hours.close);
  const times: number[] = [];
  for (let time = clock.moment(day, rules.hours.open); time + length <= closing; time += length) {
    times.push(time);
  }
  return times;
}

/** The first and the last bookable day. */
export function bookableDays(
  rules: CalendarRules,
  now: number,
  clock: ZonedClock,
): { first: string; last: string } {
  const last = addDays(clock.dayOf(now), rules.calendar.horizonDays);
  let first = clock.dayOf(earliest(rules, now));
  while (first < last && offeredTimes(rules, first, now, clock).length === 0) first = addDays(first, 1);
  return { first, last };
}

/** The times that the office offers: after the lead time, and within the horizon. */
export function offeredTimes(rules: CalendarRules, day: string, now: number, clock: ZonedClock): number[] {
  if (day > addDays(clock.dayOf(now), rules.calendar.horizonDays)) return [];
  const soonest = earliest(rules, now);
  return timesOfDay(rules, day, clock).filter((time) => time >= soonest);
}

/** The offered times that are still free. */
export function freeTimes(
  rules: CalendarRules,
  day: string,
  now: number,
  { taken, blocks }: Occupation,
  clock: ZonedClock = zonedClock(rules.timeZone),
): number[] {
  const length = slotMs(rules);
  const offered = offeredTimes(rules, day, now, clock);
  const [first = 0, last = 0] = [offered[0], offered.at(-1)];
  const ofToday = taken.filter((one) => overlap(one, { start: first, end: last + length }));
  return offered.filter((start) => {
    const slot = { start, end: start + length };
    if (blocks.some((block) => overlap(block, slot))) return false;
    // Seats above the capacity count too: they were taken when the office had more.
    const seats = new Set(ofToday.filter((one) => overlap(one, slot)).map(({ seat }) => seat));
    return seats.size < rules.calendar.capacity;
  });
}

/** Whether the office offers a time, booked or not. */
export function isOffered(rules: CalendarRules, start: number, now: number, clock: ZonedClock): boolean {
  return offeredTimes(rules, clock.dayOf(start), now, clock).includes(start);
}

export function overlap(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

function slotMs({ calendar }: CalendarRules): number {
  return calendar.slotMinutes * 60_000;
}

function earliest({ calendar }: CalendarRules, now: number): number {
  return now + calendar.leadHours * 60 * 60_000;
}
