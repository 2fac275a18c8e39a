import { msg } from '#domain/language/message.ts';

/**
 * The API of the built-in calendar. Times are ISO 8601 in UTC; days are in the office's zone, as "2026-11-20".
 * Errors are `{ code, message, details }`: `details` is null, or the key of a message that says more than the code.
 */

/** `GET calendar?from=DAY&days=N` (N from 1 to 14): the free times. Public. */
export interface FreeTimes {
  /** The IANA zone of the office's hours. */
  timeZone: string;
  slotMinutes: number;
  /** The first and the last bookable day. */
  firstDay: string;
  lastDay: string;
  /** The requested days within those two; `closed` says why a day never has times. */
  days: { day: string; times: string[]; closed?: string }[];
}

/**
 * `POST calendar-book`: saves a visitor's appointment, and books its time if `start` is given. `x-captcha-pass` is a new
 * pass for "appointment"; it is spent only if an appointment is created. With the `request` of an earlier call, within 24
 * hours, the call needs no pass: it finds that appointment, so that a repetition creates no other one, and gives it its
 * time if it has none. 201 `BookedTime`, without a `start` `SavedAppointment`; 409 `time_taken`, 403 `captcha_failed`, 400
 * `validation_failed`, 410 `over` if the appointment already has another time or was cancelled, 429 `too_many` if the
 * visitor has too many future appointments.
 */
export interface BookingRequest {
  /**
   * A random UUID. A secret of the page, since it leads to the appointment. Without one, the pass does: also to what an
   * existing app has inserted with it.
   */
  request?: string;
  /** "elsewhere": it was chosen in an outside calendar, which doesn't report it. */
  start?: string;
  /** Of a new appointment. A saved one keeps what it has. */
  name: string;
  phone: string;
  email?: string;
  /** What the visitor's quote came to. */
  note?: string;
  /** Of the page, for mails and the invitation. Unknown ones are ignored. */
  language?: string;
}

/** An appointment without a time. */
export interface SavedAppointment {
  id: string;
}

/**
 * `POST calendar-change` with the ticket of the mail's link. Without `act`: returns the appointment of the ticket, even if it is over,
 * and changes nothing, since mail scanners open links. An act with a mailed ticket confirms the address; `keep` does only that.
 * 200 `BookedTime`; 409 `time_taken`, 410 `over`, 404 `not_found`, 400 `validation_failed`.
 */
export interface ChangeRequest {
  ticket: string;
  act?: { move: string } | 'cancel' | 'keep';
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

/** Error code -> HTTP status and message. */
export const calendarErrors = {
  validation_failed: { status: 400, message: msg`Please check what you entered.` },
  captcha_failed: { status: 403, message: msg`Security verification failed. Please try again.` },
  not_found: {
    status: 404,
    message: msg`We can’t find this appointment. Please open the link in our email again, or call us.`,
  },
  time_taken: { status: 409, message: msg`This time was just taken. Please choose another one.` },
  /** The visitor has the maximum number of future appointments. */
  too_many: {
    status: 429,
    message: msg`You already have several appointments with us. Please call us to book another one.`,
  },
  /** It already has a time, is over, or was cancelled. */
  over: {
    status: 410,
    message: msg`This appointment is over or was canceled. Please call us, or book a new one.`,
  },
} as const;
export type CalendarErrorCode = keyof typeof calendarErrors;

/** What `details` says more exactly than the code. */
export const calendarDetails = {
  not_bookable: msg`This time can’t be booked. Please choose another one.`,
  booked_already: msg`This appointment is already booked. To change it, use the link in our email, or call us.`,
} as const;
export type CalendarDetail = keyof typeof calendarDetails;
