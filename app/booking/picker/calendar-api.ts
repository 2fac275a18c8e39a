import { otherLanguage } from '#app/language/choice.ts';
import { ApiError, callFunction } from '#app/shared/api/api.ts';
import { isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import {
  type BookedTime,
  type BookingRequest,
  type CalendarErrorCode,
  type ChangeRequest,
  calendarDetails,
  calendarErrors,
  type FreeTimes,
  type SavedAppointment,
} from '#contract/calendar.ts';
import type { BookingPerson } from '#domain/booking/fields.ts';
import type { Language } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

export const readFreeTimes = (from: string | null, days: number) =>
  callFunction<FreeTimes>(`calendar?${new URLSearchParams({ ...(from && { from }), days: String(days) })}`, {
    method: 'GET',
  });

/** An appointment of this page. Attempts to write the same one have the same request: an answer may have been lost. */
interface Appointment {
  request: string;
  /** Then it needs no captcha. */
  isSaved: boolean;
  person: BookingPerson;
  language: Language;
}

/** Saves it without a time. */
export const saveAppointment = (appointment: Appointment, note: string | null) =>
  write<SavedAppointment>(appointment, note === null ? {} : { note });

/** Books its time, also if it was not saved before. */
export const bookTime = (appointment: Appointment, start: string) =>
  write<BookedTime>(appointment, { start });

/** Says that an outside calendar has given it a time. The visitor knows it already, so a failure is only logged. */
export async function confirmElsewhere(appointment: Appointment): Promise<void> {
  await write<SavedAppointment>(appointment, { start: 'elsewhere' }).catch((error: unknown) => {
    console.warn('The appointment could not be marked as confirmed', error);
  });
}

async function write<Answer>(
  { request, isSaved, person: { name, phone, email }, language }: Appointment,
  more: Pick<BookingRequest, 'start' | 'note'>,
): Promise<Answer> {
  const body: BookingRequest = {
    request,
    name,
    phone,
    ...(email !== null && { email }),
    ...otherLanguage(language),
    ...more,
  };
  return callFunction<Answer>('calendar-book', { body, ...(!isSaved && { pass: await freshPass() }) });
}

async function freshPass(): Promise<string> {
  const { captchaPass } = await import('#app/shared/captcha/captcha.ts');
  const pass = await captchaPass('appointment');
  if (pass === null) throw new ApiError(calendarErrors.captcha_failed.status, { code: 'captcha_failed' });
  return pass;
}

export const changeAppointment = (request: ChangeRequest) =>
  callFunction<BookedTime>('calendar-change', { method: 'POST', body: request });

export function isRefusal(error: unknown, code: CalendarErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}

const unexpected = msg`Something went wrong. Please try again.`;

/** The error message for the visitor: the calendar's own, if there is one. */
export function calendarErrorMessage(error: unknown, t: Translate): string {
  if (isConnectionError(error)) return messageOf(error, t);
  if (!(error instanceof ApiError)) return t(unexpected);
  const refusal = entryOf(calendarDetails, error.details) ?? entryOf(calendarErrors, error.code)?.message;
  if (refusal) return t(refusal);
  return error.code === undefined ? t(unexpected) : messageOf(error, t);
}

function entryOf<Entry>(entries: Readonly<Record<string, Entry>>, key: unknown): Entry | undefined {
  return typeof key === 'string' && Object.hasOwn(entries, key) ? entries[key] : undefined;
}

/** The link to move or cancel the appointment. */
export const manageLink = ({ ticket }: BookedTime) => `/calendar#ticket=${encodeURIComponent(ticket)}`;
