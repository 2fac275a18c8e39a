import type { MessageDescriptor } from '@lingui/core';
import { overlap } from '#domain/booking/slots.ts';
import { msg } from '#domain/language/message.ts';
import { type Block, type CalendarDays, noAppointments, spanOf } from '../calendar-query.ts';
import type { OfficeClock } from '../office-clock.ts';

export interface TimeChoice {
  start: number;
  label: string;
  /** All seats are taken: it can't be chosen. */
  isTaken: boolean;
  /** Why visitors can't book this time. Staff still can. */
  caution: MessageDescriptor | null;
}

/**
 * All upcoming times of a day in steps of a slot. Steps are in real time, so that the days of a clock change
 * have 23 or 25 hours.
 */
export function timeChoices(
  clock: OfficeClock,
  day: string,
  { appointments, blocks }: CalendarDays,
  { now, except }: { now: number; except?: string | undefined },
): TimeChoice[] {
  const { slotMs } = clock;
  const { start: opening, end: closing } = clock.hoursOn(day);
  const midnight = clock.startOfDay(day);
  const closed = clock.closedOn(day);
  const held = appointments
    .filter(({ id, status }) => id !== except && status !== 'cancelled')
    .map((one) => ({ ...spanOf(one), seat: one.seat }));

  const choices: TimeChoice[] = [];
  const first = opening - Math.floor((opening - midnight) / slotMs) * slotMs;
  const nextMidnight = clock.endOfDay(day);
  for (let start = first; start < nextMidnight; start += slotMs) {
    if (start < now) continue;
    const slot = { start, end: start + slotMs };
    const seats = new Set(held.filter((one) => overlap(one, slot)).map(({ seat }) => seat));
    const block = blocks.find((one) => overlap(spanOf(one), slot));
    choices.push({
      start,
      label: clock.timeOf(start),
      isTaken: seats.size >= clock.capacity,
      caution: block
        ? blockedBecause(block)
        : closed !== undefined
          ? msg`office closed`
          : start < opening || slot.end > closing
            ? msg`outside office hours`
            : null,
    });
  }
  return withZones(clock, choices);
}

const blockedBecause = ({ reason }: Block) => (reason ? msg`blocked: ${{ reason }}` : msg`blocked: Blocked`);

/** When the clocks go back, an hour comes twice: add the zone to such labels. */
function withZones(clock: OfficeClock, choices: TimeChoice[]): TimeChoice[] {
  const counts = new Map<string, number>();
  for (const { label } of choices) counts.set(label, (counts.get(label) ?? 0) + 1);
  return choices.map((choice) =>
    (counts.get(choice.label) ?? 0) > 1
      ? { ...choice, label: `${choice.label} ${clock.zoneAt(choice.start)}` }
      : choice,
  );
}

/** The first time that visitors could book too. */
export const firstFree = (choices: readonly TimeChoice[]): number | null =>
  choices.find(({ isTaken, caution }) => !isTaken && caution === null)?.start ?? null;

/** All upcoming times of a day, whether taken or not. */
const timesOn = (clock: OfficeClock, day: string, now: number) =>
  timeChoices(clock, day, noAppointments, { now });

/** The same wall-clock time on another day, or null. */
export function sameTime(clock: OfficeClock, day: string, now: number, start: number | null): number | null {
  const wanted = start === null ? null : clock.timeOf(start);
  return timesOn(clock, day, now).find((choice) => clock.timeOf(choice.start) === wanted)?.start ?? null;
}

/** The choice nearest to a wall-clock time in minutes since midnight. */
export function nearestChoice(clock: OfficeClock, day: string, now: number, minutes: number) {
  const distance = ({ start }: TimeChoice) => Math.abs(clock.minutesAt(start) - minutes);
  return timesOn(clock, day, now).reduce<TimeChoice | null>(
    (best, choice) => (best && distance(best) <= distance(choice) ? best : choice),
    null,
  );
}
