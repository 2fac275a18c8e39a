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
  const stored = (useHydrated() ? storedBookings.read() : null) ?? [];
  const booking = currentBooking(entry, stored);
  const navigate = useNavigate();
  const show = (shown: Booking | null) =>
    navigate('.', { replace: true, state: shown && { booking: shown }, preventScrollReset: true });
  const others = ({ request }: Booking) => stored.filter((other) => other.request !== request);
  const save = (changed: Booking) => {
    storedBookings.save([changed, ...others(changed)].slice(0, MOST_STORED));
    return show(changed);
  };
  return {
    booking,
    earlier: stored.map(bookedTime).find((booked) => booked && booked.status !== 'cancelled') ?? null,
    saved: save,
    chosen: (booked: BookedTime | null, waiting: Booking) => save({ ...waiting, chosen: booked ?? true }),
    reset: () => {
      // One with a time can be changed from the form.
      if (booking && !booking.chosen) storedBookings.save(others(booking));
      return show(null);
    },
  };
}

/**
 * The booking of a history entry as it is now: it may have got its time, or another one, on another page. An entry without
 * one is the page in another language, or opened by a link, and continues the booking that has no time yet.
 */
export function currentBooking(entry: Booking | null, stored: readonly Booking[]): Booking | null {
  if (entry === null) return stored.find(({ chosen }) => !chosen) ?? null;
  return stored.find(({ request }) => request === entry.request) ?? entry;
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

const MOST_STORED = 10;

/** The bookings of this tab, the newest first, so that none is lost however the visitor returns. */
const storedBookings = storedJson('session', 'nutmeg.bookings', (value) =>
  Array.isArray(value) ? value.map(asBooking).filter((booking) => booking !== null) : null,
);

/** Records that an appointment was moved or canceled. Does nothing if it was not booked in this tab. */
export function updateStoredBooking(booked: BookedTime): void {
  const stored = storedBookings.read() ?? [];
  storedBookings.save(
    stored.map((booking) =>
      bookedTime(booking)?.id === booked.id ? { ...booking, chosen: booked } : booking,
    ),
  );
}

/** Checks a value from outside: a history entry, or the storage. */
function asBookedTime(value: unknown): BookedTime | null {
  const fields = asRecord(value) ?? {};
  const texts = ['id', 'name', 'start', 'end', 'status', 'ticket', 'ics'];
  if (!texts.every((field) => typeof fields[field] === 'string')) return null;
  const booked = value as BookedTime;
  return Number.isNaN(Date.parse(booked.start)) || Number.isNaN(Date.parse(booked.end)) ? null : booked;
}
