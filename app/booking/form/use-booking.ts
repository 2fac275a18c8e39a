import { useNavigate } from 'react-router';
import { useHistoryState } from '#app/shared/browser/use-history-state.ts';
import { useHydrated } from '#app/shared/browser/use-hydrated.ts';
import { asRecord, storedJson } from '#app/shared/drafts/stored-value.ts';
import type { BookedTime } from '#contract/calendar.ts';
import type { BookingPerson } from '#domain/booking/fields.ts';

/** A saved appointment that gets its time in the calendar. */
export interface Booking extends BookingPerson {
  /** The request that has saved it. */
  request: string;
  /** True: a time was chosen in an external calendar, which doesn't report it. */
  chosen?: BookedTime | true;
}

/**
 * The booking of the calendar step; null while the form is filled in. It is kept in the history entry, so it survives
 * a reload and a visit to another page.
 */
export function useBooking() {
  const entry = asBooking(asRecord(useHistoryState())?.booking);
  const stored = useHydrated() ? storedBooking.read() : null;
  const navigate = useNavigate();
  const show = (booking: Booking | null) =>
    navigate('.', { replace: true, state: booking && { booking }, preventScrollReset: true });
  const save = (booking: Booking) => {
    storedBooking.save(booking);
    return show(booking);
  };
  return {
    booking: currentBooking(entry, stored),
    earlier: bookedTime(stored),
    saved: save,
    chosen: (booked: BookedTime | null, waiting: Booking) => save({ ...waiting, chosen: booked ?? true }),
    reset: () => {
      // One with a time can be changed from the form.
      if (!stored?.chosen) storedBooking.clear();
      return show(null);
    },
  };
}

/**
 * The booking of a history entry as it is now: it may have got its time, or another one, on another page. An entry without
 * one is the page in another language, or opened by a link, and continues the booking that has no time yet.
 */
export function currentBooking(entry: Booking | null, stored: Booking | null): Booking | null {
  if (entry === null) return stored?.chosen ? null : stored;
  return stored?.request === entry.request ? stored : entry;
}

/** Null also for a time that only an external calendar knows. */
export const bookedTime = (booking: Booking | null): BookedTime | null =>
  typeof booking?.chosen === 'object' ? booking.chosen : null;

/** Checks what another version of the page may have written. */
export function asBooking(value: unknown): Booking | null {
  const { request, name, phone, email, chosen } = asRecord(value) ?? {};
  if (typeof request !== 'string' || typeof name !== 'string' || typeof phone !== 'string') return null;
  return {
    request,
    name,
    phone,
    email: typeof email === 'string' ? email : null,
    ...(chosen ? { chosen: asBookedTime(chosen) ?? true } : {}),
  };
}

/** The last booking of this tab, so that it is not lost however the visitor returns. */
const storedBooking = storedJson('session', 'nutmeg.booking', asBooking);

/** Records that an appointment was moved or canceled. Does nothing if it is not the stored appointment. */
export function updateStoredBooking(booked: BookedTime): void {
  const stored = storedBooking.read();
  if (stored && bookedTime(stored)?.id === booked.id) storedBooking.save({ ...stored, chosen: booked });
}

/** Checks a value from outside: a history entry, or the storage. */
function asBookedTime(value: unknown): BookedTime | null {
  const fields = asRecord(value) ?? {};
  const texts = ['id', 'name', 'start', 'end', 'status', 'ticket', 'ics'];
  if (!texts.every((field) => typeof fields[field] === 'string')) return null;
  const booked = value as BookedTime;
  return Number.isNaN(Date.parse(booked.start)) || Number.isNaN(Date.parse(booked.end)) ? null : booked;
}
