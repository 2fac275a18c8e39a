import { asRecord, storedJson } from '#app/shared/drafts/stored-value.ts';
import type { BookedTime } from '#contract/calendar.ts';

/** The time that was booked in this tab, so that the confirmation shows however the visitor returns. */
export const storedBooking = storedJson('session', 'nutmeg.booked-time', asBookedTime);

/** Records that an appointment was moved or cancelled. Does nothing if it is not the stored appointment. */
export function updateStoredBooking(booked: BookedTime): void {
  if (storedBooking.read()?.id !== booked.id) return;
  if (booked.status === 'cancelled') storedBooking.clear();
  else storedBooking.save(booked);
}

/** Checks a value from outside: a history entry, or the storage. */
export function asBookedTime(value: unknown): BookedTime | null {
  const fields = asRecord(value);
  if (fields === null) return null;
  const texts = ['id', 'name', 'start', 'end', 'status', 'ticket', 'ics'];
  if (!texts.every((field) => typeof fields[field] === 'string')) return null;
  const booked = value as BookedTime;
  return Number.isNaN(Date.parse(booked.start)) || Number.isNaN(Date.parse(booked.end)) ? null : booked;
}

/** Where the appointment can be moved or cancelled. */
export const manageLink = ({ ticket }: BookedTime) => `/calendar#ticket=${encodeURIComponent(ticket)}`;
