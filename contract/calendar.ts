/**
 * The office's own calendar, as functions on the wire. Times are ISO 8601 in UTC; days are the office's, as
 * "2026-11-20". What is refused answers `{ code, message }`, and the message is for people.
 */

/** `GET calendar?from=DAY&days=N` (N from 1 to 14): what can still be had. Open to everybody. */
export interface FreeTimes {
  /** The office's IANA zone, in which its hours are. */
  timeZone: string;
  slotMinutes: number;
  /** The first and the last day that can be booked at all. */
  firstDay: string;
  lastDay: string;
  /** Every day that was asked for and lies between those two; `closed` says why it has no times, if it never has. */
  days: { day: string; times: string[]; closed?: string }[];
}

/**
 * `POST calendar-book`, with the pass of the waiting appointment or a fresh one for "appointment" as
 * `x-captcha-pass`: takes a time. 201 `BookedTime`; 409 `time_taken`, 403 `captcha_failed`, 400 `validation_failed`,
 * 410 `over` where the pass's appointment has another time already or was cancelled, 429 `too_many` where its visitor
 * has enough appointments ahead. Asked again for the same time it answers the same. Name, phone and email count only
 * with a fresh pass: the waiting appointment has them.
 */
export interface BookingRequest {
  start: string;
  name: string;
  phone: string;
  email?: string;
}

/**
 * `POST calendar-change` with the ticket of the mail's link. Without `act`: returns the appointment of the ticket, even if it is over.
 * 200 `BookedTime`; 409 `time_taken`, 410 `over`, 404 `not_found`, 400 `validation_failed`.
 */
export interface ChangeRequest {
  ticket: string;
  act?: { move: string } | 'cancel';
}

/** An appointment's time as its visitor sees it. */
export interface BookedTime {
  id: string;
  name: string;
  start: string;
  end: string;
  status: 'pending' | 'confirmed' | 'cancelled' | 'done';
  /** Opens `/calendar#ticket=...` to change or cancel it. */
  ticket: string;
  /** The invitation as a file (RFC 5545). */
  ics: string;
}

/** Error code -> HTTP status and message. The message is for people. */
export const calendarErrors = {
  validation_failed: { status: 400, message: 'Please check what you have entered.' },
  captcha_failed: { status: 403, message: 'Security verification failed. Please try again.' },
  not_found: {
    status: 404,
    message: 'There is no such appointment. Please open the link in our email once more, or call us.',
  },
  time_taken: { status: 409, message: 'This time has just been taken. Please choose another one.' },
  /** One visitor has as many ahead as one visitor may. */
  too_many: {
    status: 429,
    message: 'You have several appointments with us already. Please call us for another one.',
  },
  /** It has its time already, is over, or was cancelled. */
  over: {
    status: 410,
    message: 'This appointment is over or was cancelled. Please call us, or book a new one.',
  },
} as const;
export type CalendarErrorCode = keyof typeof calendarErrors;
