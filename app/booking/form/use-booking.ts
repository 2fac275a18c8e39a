import { useNavigate } from 'react-router';
import { calendarUrl } from '#app/env.ts';
import { useHistoryState } from '#app/shared/browser/use-history-state.ts';
import type { BookedTime } from '#contract/calendar.ts';
import type { BookingPerson } from '#domain/booking/fields.ts';
import { asBookedTime, storedBooking, storedPass } from './stored-booking.ts';

/** An appointment that was saved and gets its time in the calendar. */
export interface Booking extends BookingPerson {
  id: string;
  pass: string;
  /** True: a time was chosen, and the calendar alone knows which. */
  chosen?: BookedTime | true;
}

/**
 * The booking that the calendar step is about; null while the form is filled in. It lives in the history entry, so a
 * reload, or a look at another page, brings nobody back to an empty form.
 */
export function useBooking() {
  const booking = asBooking(useHistoryState());
  const navigate = useNavigate();
  const keep = (state: Booking | null) =>
    navigate('.', { replace: true, state: state && { booking: state }, preventScrollReset: true });
  return {
    booking,
    saved: (saved: Booking) => {
      // Our own calendar gives the waiting appointment its time; another house's has no use for the pass.
      if (calendarUrl === null) storedPass.save(saved.pass);
      return keep(saved);
    },
    chosen: (waiting: Booking, booked: BookedTime | null) => {
      if (booked) storedBooking.save(booked);
      return keep({ ...waiting, chosen: booked ?? true });
    },
    reset: () => {
      storedPass.clear();
      return keep(null);
    },
  };
}

/** Whatever an older version of the page has left there must not break this one. */
export function asBooking(state: unknown): Booking | null {
  const kept = record(record(state)?.booking);
  if (!kept) return null;
  const { id, pass, name, phone, email, chosen } = kept;
  if (typeof id !== 'string' || typeof pass !== 'string') return null;
  if (typeof name !== 'string' || typeof phone !== 'string') return null;
  return {
    id,
    pass,
    name,
    phone,
    email: typeof email === 'string' ? email : null,
    ...(chosen ? { chosen: asBookedTime(chosen) ?? true } : {}),
  };
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}
