import { business } from '#app/business.ts';
import { overlap } from '#domain/booking/slots.ts';
import { blockTitle } from '../appointment-labels.ts';
import type { CalendarDays } from '../calendar-query.ts';
import { clock, closedOn, endOfDay, slotMs, startOfDay, timeOf, zoneAt } from '../office-clock.ts';

/** A time that staff can choose. */
export interface TimeChoice {
  start: number;
  label: string;
  /** All seats are taken: it can't be chosen. */
  isTaken: boolean;
  /** Why visitors can't book this time. Staff still can. */
  caution: string | null;
}

/**
 * All upcoming times of a day in steps of a slot. Steps are in real time, so that the days of a clock change
 * have 23 or 25 hours.
 */
export function timeChoices(
  day: string,
  { appointments, blocks }: CalendarDays,
  { now, except }: { now: number; except?: string | undefined },
): TimeChoice[] {
  const opening = clock.moment(day, business.hours.open);
  const closing = clock.moment(day, business.hours.close);
  const midnight = startOfDay(day);
  const closed = closedOn(day);
  const held = appointments
    .filter(({ id, status }) => id !== except && status !== 'cancelled')
    .map(({ starts_at, ends_at, seat }) => ({
      start: Date.parse(starts_at),
      end: Date.parse(ends_at),
      seat,
    }));

  const choices: TimeChoice[] = [];
  const first = opening - Math.floor((opening - midnight) / slotMs) * slotMs;
  for (let start = first; start < endOfDay(day); start += slotMs) {
    if (start < now) continue;
    const slot = { start, end: start + slotMs };
    const seats = new Set(held.filter((one) => overlap(one, slot)).map(({ seat }) => seat));
    const block = blocks.find(({ starts_at, ends_at }) =>
      overlap({ start: Date.parse(starts_at), end: Date.parse(ends_at) }, slot),
    );
    choices.push({
      start,
      label: timeOf(start),
      isTaken: seats.size >= business.calendar.capacity,
      caution: block
        ? `blocked: ${blockTitle(block)}`
        : closed !== undefined
          ? 'office closed'
          : start < opening || slot.end > closing
            ? 'outside office hours'
            : null,
    });
  }
  return withZones(choices);
}

/** When the clocks go back, an hour comes twice: add the zone to such labels. */
function withZones(choices: TimeChoice[]): TimeChoice[] {
  const counts = new Map<string, number>();
  for (const { label } of choices) counts.set(label, (counts.get(label) ?? 0) + 1);
  return choices.map((choice) =>
    (counts.get(choice.label) ?? 0) > 1
      ? { ...choice, label: `${choice.label} ${zoneAt(choice.start)}` }
      : choice,
  );
}

/** The first time that visitors could book too. */
export const firstFree = (choices: readonly TimeChoice[]): number | null =>
  choices.find(({ isTaken, caution }) => !isTaken && caution === null)?.start ?? null;

/** The same wall-clock time on another day, or null. */
export function sameTime(choices: readonly TimeChoice[], start: number | null): number | null {
  if (start === null) return null;
  const wanted = timeOf(start);
  return choices.find((choice) => timeOf(choice.start) === wanted)?.start ?? null;
}

/** The choice nearest to a wall-clock time in minutes since midnight. */
export function nearestChoice(choices: readonly TimeChoice[], minutes: number): TimeChoice | null {
  let best: TimeChoice | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const choice of choices) {
    const { hour, minute } = clock.wallTime(choice.start);
    const distance = Math.abs(hour * 60 + minute - minutes);
    if (distance < least) [best, least] = [choice, distance];
  }
  return best;
}
