import type { Business } from '#domain/business/business.ts';
import { groupBy } from '#domain/lists/group-by.ts';
import { addDays, daysBetween } from '#domain/office-time/days.ts';
import { type ZonedClock, zonedClock } from '#domain/office-time/zoned.ts';

/** What a client can be reminded of. The database and the letter know the same names. */
export const reminderSources = ['documents', 'form', 'approval', 'signature', 'question', 'payment'] as const;
export type ReminderSource = (typeof reminderSources)[number];

/** One thing that the client hasn't done yet: a document, a form, a return, a signature, a question, or a payment. */
export interface OpenRequest {
  readonly source: ReminderSource;
  /** The tax year; null for a question or a payment. */
  readonly year: number | null;
  /** The day by which this has to be done, besides the dates of its year. Days after the request count from here. */
  readonly dueOn?: string;
  /** When the office asked for it, or the client last worked on it. Milliseconds since 1970. */
  readonly since: number;
}

/** The office's choice. */
export type ReminderRules = Business['reminders'];

/** All that decides when a client is reminded. */
export interface Standing {
  /** The person's, or the office's. */
  readonly timeZone: string;
  readonly requests: readonly OpenRequest[];
  /** When the client last did anything, which may have been what is open. Milliseconds since 1970. */
  readonly lastSign: number | null;
  /** Days by which the work of a year has to be done. */
  readonly dates: readonly { readonly year: number; readonly dueOn: string }[];
  /** The day of the last reminder, in the time zone that the client had. */
  readonly lastDay: string | null;
  /** Paused by the client: milliseconds since 1970, or Infinity. */
  readonly pausedUntil: number | null;
  /** Turned off by staff. */
  readonly isOff: boolean;
}

/** What one mail reminds of: everything that is open of one kind and year. */
export interface DueGroup {
  readonly source: ReminderSource;
  readonly year: number | null;
  /** How many of them are open. */
  readonly count: number;
  /** The earliest date of that year that is still to come. */
  readonly dueOn: string | null;
}

/** Why staff can't send a reminder now. `domain/reminders/words.ts` has the words. */
export const reminderRefusals = ['nothing_open', 'no_recipient', 'paused', 'reminded_today'] as const;
export type ReminderRefusal = (typeof reminderRefusals)[number];

const MORNING = '09:00';
/** Later in the day, a reminder waits for the next morning. */
const LAST_HOUR = 20;
/** A reminder that was held up, by an outage or a pause, is sent this many days late at most. */
const MAX_DAYS_LATE = 2;
/** From one reminder to the next. */
const MIN_GAP_DAYS = 2;
/** After a sign of life: staff need a day to sort what has just come. */
const QUIET_MS = 24 * 60 * 60 * 1000;
/** How far `nextReminder` looks ahead. */
const HORIZON_DAYS = 60;

/** Whether reminders may go out right now: from 9 in the morning until the evening. */
export function isOpenHour(now: number, clock: ZonedClock): boolean {
  const { day, hour } = clock.wallTime(now);
  return now >= clock.moment(day, MORNING) && hour < LAST_HOUR;
}

/** The next 9 in the morning after this moment. */
export function nextMorning(now: number, timeZone: string): number {
  const clock = zonedClock(timeZone);
  const today = clock.dayOf(now);
  const morning = clock.moment(today, MORNING);
  return morning > now ? morning : clock.moment(addDays(today, 1), MORNING);
}

/** What to remind of right now. Empty most of the time. */
export function dueNow(now: number, standing: Standing, rules: ReminderRules): DueGroup[] {
  const clock = zonedClock(standing.timeZone);
  if (!isOpenHour(now, clock) || isSilent(now, standing, rules)) return [];
  return dueOnDay(clock.dayOf(now), standing, rules, clock);
}

/** When the next reminder goes out if nothing changes, and what it is about; undefined if there is none. */
export function nextReminder(
  now: number,
  standing: Standing,
  rules: ReminderRules,
): { at: number; groups: DueGroup[] } | undefined {
  const clock = zonedClock(standing.timeZone);
  const today = clock.dayOf(now);
  for (let ahead = 0; ahead <= HORIZON_DAYS; ahead++) {
    const day = addDays(today, ahead);
    const at = Math.max(clock.moment(day, MORNING), now);
    if (!isOpenHour(at, clock) || isSilent(at, standing, rules)) continue;
    const groups = dueOnDay(day, standing, rules, clock);
    if (groups.length > 0) return { at, groups };
  }
  return undefined;
}

/** What staff remind of on their own, on any day: all of it. */
export function everythingOpen(now: number, { requests, dates, timeZone }: Standing): DueGroup[] {
  const today = zonedClock(timeZone).dayOf(now);
  return grouped(requests).map((group) => summed(group, dates, today));
}

function isSilent(now: number, { pausedUntil, isOff, lastSign }: Standing, { isOn }: ReminderRules): boolean {
  const isQuiet = lastSign !== null && now < lastSign + QUIET_MS;
  return !isOn || isOff || isQuiet || (pausedUntil !== null && now < pausedUntil);
}

function dueOnDay(
  day: string,
  { requests, dates, lastDay }: Standing,
  rules: ReminderRules,
  clock: ZonedClock,
): DueGroup[] {
  if (lastDay !== null && daysBetween(lastDay, day) < MIN_GAP_DAYS) return [];
  /** Whether one of these days is today, or was missed just now. */
  const isReached = (stages: readonly string[]) =>
    stages.some((stage) => {
      const late = daysBetween(stage, day);
      return late >= 0 && late <= MAX_DAYS_LATE && (lastDay === null || lastDay < stage);
    });
  const isDue = (request: OpenRequest) => {
    const asked = clock.dayOf(request.since);
    const { dueOn = asked } = request;
    const start = daysBetween(asked, dueOn) > 0 ? dueOn : asked;
    const after = rules.afterDays.map((days) => addDays(start, days));
    const before = datesOf(request, dates, day)
      .flatMap((dueOn) => rules.beforeDays.map((days) => addDays(dueOn, -days)))
      // Not what was asked for after that day.
      .filter((stage) => stage > asked);
    return isReached([...after, ...before]);
  };
  return grouped(requests)
    .filter((group) => group.some(isDue))
    .map((group) => summed(group, dates, day));
}

/** The days that are still to come by which a request has to be done. */
function datesOf({ year, dueOn }: OpenRequest, dates: Standing['dates'], day: string): string[] {
  return [...dates.filter((date) => date.year === year).map((date) => date.dueOn), dueOn]
    .filter((date) => date !== undefined)
    .filter((date) => date >= day);
}

function summed(group: readonly OpenRequest[], dates: Standing['dates'], day: string): DueGroup {
  const [{ source, year } = { source: 'documents' as const, year: null }] = group;
  const [dueOn = null] = group.flatMap((request) => datesOf(request, dates, day)).sort();
  return { source, year, count: group.length, dueOn };
}

/** By kind and year, in the order of the kinds. */
function grouped(requests: readonly OpenRequest[]): OpenRequest[][] {
  const placeOf = ({ source }: OpenRequest) => reminderSources.indexOf(source);
  const inOrder = [...requests].sort((a, b) => placeOf(a) - placeOf(b) || (a.year ?? 0) - (b.year ?? 0));
  return [...groupBy(inOrder, ({ source, year }) => `${source} ${year}`).values()];
}
