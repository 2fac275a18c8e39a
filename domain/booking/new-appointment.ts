import type { BookingPerson } from './fields.ts';

/** Stands where an appointment's time would: the time is chosen in the calendar, which writes the e-mail. */
export const seeCalendarMail = "Chosen in the calendar: please see the calendar service's e-mail";

/** The row that a booking begins with. `today` is the office's day, as 2026-11-20. */
export function newAppointment(person: BookingPerson, today: string, note: string | null) {
  return {
    ...person,
    service: seeCalendarMail,
    preferred_date: today,
    preferred_time: seeCalendarMail,
    message: seeCalendarMail,
    status: 'pending',
    ...(note !== null && { note }),
  } as const;
}
