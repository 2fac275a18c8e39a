import type { BookingPerson } from './fields.ts';

/** The placeholder in an appointment that has no time yet: the time is chosen in the calendar, which sends an e-mail. */
export const seeCalendarMail = "Chosen in the calendar: please see the calendar service's e-mail";

/** The row to insert. `today` is the office's day, such as "2026-11-20". */
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
