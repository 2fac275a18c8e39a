import { asRecord, storedJson, storedText } from '#app/shared/drafts/stored-value.ts';
import type { BookedTime } from '#contract/calendar.ts';

/** The captcha pass of the appointment that still needs a time. Without it the calendar asks for the visitor's details. */
export const storedPass = storedText('session', 'nutmeg.booking-pass');

/** The time that was booked in this tab, so that the confirmation shows however the visitor returns. */
export const storedBooking = storedJson('session', 'nutmeg.booked-time', asBookedTime);

/** Records that an appointment was moved or cancelled. Does nothing if it is not the stored appointment. */
export function updateStoredBooking(booked: BookedTime): void {
  if (storedBooking.read()?.id !== booked.id) return;
  if (booked.status === 'cancelled') storedBooking.clear();
  else storedBooking.save(booked);
}

/** Checks a value from outside: a message, a history entry, or the storage. */
export function asBookedTime(value: unknown): BookedTime | null {
  const fields = asRecord(value);
  if (fields === null) return null;
  const texts = ['id', 'name', 'start', 'end', 'status', 'ticket', 'ics'];
  if (!texts.every((field) => typeof fields[field] === 'string')) return null;
  const booked = value as BookedTime;
  return Number.isNaN(Date.parse(booked.start)) || Number.isNaN(Date.parse(booked.end)) ? null : booked;
}
