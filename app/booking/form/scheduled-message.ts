import type { BookedTime, CalendarMessage } from '#contract/calendar.ts';
import { asBookedTime } from './stored-booking.ts';

const scheduled = 'calendly.event_scheduled';

interface Heard {
  origin: string;
  source: unknown;
  data: unknown;
}

/**
 * Whether the calendar in the page says that a time was chosen. Anybody who has a window of ours, or is framed
 * somewhere in it, can post whatever they like: only the calendar's own house counts, and only from its frame.
 */
export function saysScheduled(
  { origin, source, data }: Heard,
  calendar: { origin: string; window: unknown },
): boolean {
  if (origin !== calendar.origin || !calendar.window || source !== calendar.window) return false;
  return typeof data === 'object' && data !== null && 'event' in data && data.event === scheduled;
}

/** How our own calendar names an appointment in its message. */
export const appointmentUri = (id: string) => `urn:uuid:${id}`;

/** The time booked in our own calendar, so the page can confirm it by itself; null: the message doesn't say. */
export function bookedIn(data: unknown): BookedTime | null {
  return asBookedTime((data as Partial<CalendarMessage> | null)?.payload?.booked);
}

/** Whether our own calendar says that the time went to another appointment than this one. */
export function namesAnother(data: unknown, id: string): boolean {
  const uri = (data as Partial<CalendarMessage> | null)?.payload?.event?.uri;
  return uri !== undefined && uri !== appointmentUri(id);
}
