import type { Business } from '#domain/business/business.ts';
import { addDays, weekdayOf } from '#domain/office-time/days.ts';
import { type ZonedClock, zonedClock } from '#domain/office-time/zoned.ts';
import { holidayOn } from './holidays.ts';

/** The office's facts that decide when somebody can come. */
export type CalendarRules = Pick<Business, 'timeZone' | 'hours' | 'calendar'>;

/** From a moment to another, in milliseconds since 1970; the end belongs to what comes next. */
export interface Span {
  start: number;
  end: number;
}

/** An appointment as the calendar counts it: which of the office's seats it holds, and when. */
export interface Taken extends Span {
  seat: number;
}

export interface Occupation {
  taken: readonly Taken[];
  /** When nobody can come at all. */
  blocks: readonly Span[];
}

/** Why a day has no times whatever is booked; undefined on a day of work. */
export function closedBecause(rules: CalendarRules, day: string): string | undefined {
  const { closedOn, holidays } = rules.calendar;
  const once = closedOn.find((one) => one.day === day);
  if (once) return once.reason;
  const holiday = holidayOn(day, holidays, rules.hours.days);
  if (holiday !== undefined) return holiday;
  return rules.hours.days.includes(weekdayOf(day)) ? undefined : 'Closed';
}

/**
 * The times of a day at which an appointment could begin, were nobody else there. They step in real time from opening
 * to closing, so a day on which the clocks change has no time that doesn't exist, and none twice.
 */
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

/** The first and the last day that can be booked at all. */
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

/** The times of a day that the office offers: not too soon, and not beyond the horizon. */
export function offeredTimes(rules: CalendarRules, day: string, now: number, clock: ZonedClock): number[] {
  if (day > addDays(clock.dayOf(now), rules.calendar.horizonDays)) return [];
  const soonest = earliest(rules, now);
  return timesOfDay(rules, day, clock).filter((time) => time >= soonest);
}

/** Those of them that somebody can still have. */
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
    // Seats beyond the capacity count too: they are of a time when more could come.
    const seats = new Set(ofToday.filter((one) => overlap(one, slot)).map(({ seat }) => seat));
    return seats.size < rules.calendar.capacity;
  });
}

/** Whether a time is one that the office offers, whoever else has it. */
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
