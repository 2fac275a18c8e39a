import type { BookedTime } from '#contract/calendar.ts';

/**
 * What the booking page and the calendar in its frame keep in this tab's storage: the pass of the appointment that
 * still needs a time, and the time that was booked, so the confirmation is there however the visitor returns.
 */
const passKey = 'nutmeg.booking-pass';
const bookedKey = 'nutmeg.booked-time';

export const keepPass = (pass: string) => attempt((storage) => storage.setItem(passKey, pass));
export const readPass = () => attempt((storage) => storage.getItem(passKey));
export const forgetPass = () => attempt((storage) => storage.removeItem(passKey));

export const keepBooked = (booked: BookedTime) =>
  attempt((storage) => storage.setItem(bookedKey, JSON.stringify(booked)));
export const readBooked = () =>
  attempt((storage) => asBookedTime(JSON.parse(storage.getItem(bookedKey) ?? 'null')));

/** What has happened to an appointment since: moved or cancelled. Ignored if it is not the stored appointment. */
export function updateBooked(booked: BookedTime): void {
  if (readBooked()?.id !== booked.id) return;
  if (booked.status === 'cancelled') attempt((storage) => storage.removeItem(bookedKey));
  else keepBooked(booked);
}

/** Anyone at the keyboard can write to the storage, and so may an older version of the page. */
export function asBookedTime(value: unknown): BookedTime | null {
  if (typeof value !== 'object' || value === null) return null;
  const fields = value as Record<string, unknown>;
  const texts = ['id', 'name', 'start', 'end', 'status', 'ticket', 'ics'];
  if (!texts.every((field) => typeof fields[field] === 'string')) return null;
  const booked = value as BookedTime;
  return Number.isNaN(Date.parse(booked.start)) || Number.isNaN(Date.parse(booked.end)) ? null : booked;
}

/** A browser that refuses storage: the calendar then asks for the visitor's details. */
function attempt<Result>(act: (storage: Storage) => Result): Result | null {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
}
