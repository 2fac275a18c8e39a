import { business } from '#app/business.ts';
import { overlap } from '#domain/booking/slots.ts';
import { blockTitle } from '../appointment-labels.ts';
import type { CalendarDays } from '../calendar-query.ts';
import { clock, closedOn, endOfDay, slotMs, startOfDay, timeOf, zoneAt } from '../office-clock.ts';

/** A time at which staff can put an appointment, and what speaks against it. */
export interface TimeChoice {
  start: number;
  label: string;
  /** Nobody can be put there: every seat is taken. */
  isTaken: boolean;
  /** Why visitors are not offered it; staff may take it all the same. */
  caution: string | null;
}

/**
 * Every time of a day in the office's steps, from midnight to midnight in real time, so that a day on which the
 * clocks change has the hours that it has. What is over is left out.
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

/** On the night on which the clocks go back, the same time comes twice. */
function withZones(choices: TimeChoice[]): TimeChoice[] {
  const counts = new Map<string, number>();
  for (const { label } of choices) counts.set(label, (counts.get(label) ?? 0) + 1);
  return choices.map((choice) =>
    (counts.get(choice.label) ?? 0) > 1
      ? { ...choice, label: `${choice.label} ${zoneAt(choice.start)}` }
      : choice,
  );
}

/** The first that the office would offer by itself. */
export const firstFree = (choices: readonly TimeChoice[]): number | null =>
  choices.find(({ isTaken, caution }) => !isTaken && caution === null)?.start ?? null;

/** The same time of the clock on another day, if it is there. */
export function sameTime(choices: readonly TimeChoice[], start: number | null): number | null {
  if (start === null) return null;
  const wanted = timeOf(start);
  return choices.find((choice) => timeOf(choice.start) === wanted)?.start ?? null;
}

/** The one that begins nearest to a time of the wall clock. */
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
