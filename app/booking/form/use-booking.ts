import { useNavigate } from 'react-router';
import { useHistoryState } from '#app/shared/browser/use-history-state.ts';
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
  const booking = asBooking(useHistoryState());
  const navigate = useNavigate();
  const save = (state: Booking | null) =>
    navigate('.', { replace: true, state: state && { booking: state }, preventScrollReset: true });
  return {
    booking,
    saved: save,
    chosen: (waiting: Booking, booked: BookedTime | null) => {
      if (booked) storedBooking.save(booked);
      return save({ ...waiting, chosen: booked ?? true });
    },
    reset: () => save(null),
  };
}

/** Checks a history state, which another version of the page may have written. */
export function asBooking(state: unknown): Booking | null {
  const stored = asRecord(asRecord(state)?.booking);
  if (!stored) return null;
  const { request, name, phone, email, chosen } = stored;
  if (typeof request !== 'string' || typeof name !== 'string' || typeof phone !== 'string') return null;
  return {
    request,
    name,
    phone,
    email: typeof email === 'string' ? email : null,
    ...(chosen ? { chosen: asBookedTime(chosen) ?? true } : {}),
  };
}

/** The time that was booked in this tab, so that the confirmation shows however the visitor returns. */
export const storedBooking = storedJson('session', 'nutmeg.booked-time', asBookedTime);

/** Records that an appointment was moved or canceled. Does nothing if it is not the stored appointment. */
export function updateStoredBooking(booked: BookedTime): void {
  if (storedBooking.read()?.id !== booked.id) return;
  if (booked.status === 'cancelled') storedBooking.clear();
  else storedBooking.save(booked);
}

/** Checks a value from outside: a history entry, or the storage. */
function asBookedTime(value: unknown): BookedTime | null {
  const fields = asRecord(value);
  if (fields === null) return null;
  const texts = ['id', 'name', 'start', 'end', 'status', 'ticket', 'ics'];
  if (!texts.every((field) => typeof fields[field] === 'string')) return null;
  const booked = value as BookedTime;
  return Number.isNaN(Date.parse(booked.start)) || Number.isNaN(Date.parse(booked.end)) ? null : booked;
}
