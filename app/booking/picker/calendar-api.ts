import { ApiError, callFunction } from '#app/shared/api/api.ts';
import { isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import { captchaFailed } from '#app/shared/forms/submit-error.ts';
import { otherLanguage } from '#app/shared/language/choice.ts';
import {
  type BookedTime,
  type BookingRequest,
  type CalendarErrorCode,
  type ChangeRequest,
  calendarDetails,
  calendarErrors,
  type FreeTimes,
} from '#contract/calendar.ts';
import type { BookingPerson } from '#domain/booking/fields.ts';
import type { Language } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

/** The captcha gave no pass. */
class CaptchaRefusal extends Error {}

export const readFreeTimes = (from: string | null, days: number) =>
  callFunction<FreeTimes>(`calendar?${new URLSearchParams({ ...(from && { from }), days: String(days) })}`, {
    method: 'GET',
  });

export const bookTime = (request: BookingRequest, pass: string) =>
  callFunction<BookedTime>('calendar-book', { method: 'POST', body: request, pass });

export const changeAppointment = (request: ChangeRequest) =>
  callFunction<BookedTime>('calendar-change', { method: 'POST', body: request });

export function isRefusal(error: unknown, code: CalendarErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}

const unexpected = msg`Something went wrong. Please try again.`;

/** The error message for the visitor: the calendar's own, if there is one. */
export function calendarErrorMessage(error: unknown, t: Translate): string {
  if (error instanceof CaptchaRefusal) return t(captchaFailed);
  if (isConnectionError(error)) return messageOf(error, t);
  if (!(error instanceof ApiError)) return t(unexpected);
  const refusal = entryOf(calendarDetails, error.details) ?? entryOf(calendarErrors, error.code)?.message;
  if (refusal) return t(refusal);
  return error.code === undefined ? t(unexpected) : messageOf(error, t);
}

function entryOf<Entry>(entries: Readonly<Record<string, Entry>>, key: unknown): Entry | undefined {
  return typeof key === 'string' && Object.hasOwn(entries, key) ? entries[key] : undefined;
}

/**
 * Books times for visitors who have saved nothing yet. A booker reuses a captcha pass that booked nothing. It throws
 * what the server refused, and `CaptchaRefusal` if the captcha gave no pass.
 */
export function createBooker(
  language: Language,
): (start: string, person: BookingPerson) => Promise<BookedTime> {
  let unspent: string | null = null;
  return async (start, { name, phone, email }) => {
    const request = { start, name, phone, ...(email !== null && { email }), ...otherLanguage(language) };
    const pass = unspent;
    if (pass !== null) {
      unspent = null;
      try {
        return await bookTime(request, pass);
      } catch (error) {
        // A pass lives for ten minutes. After any other refusal it is still unspent.
        if (!isRefusal(error, 'captcha_failed')) {
          unspent = pass;
          throw error;
        }
      }
    }
    unspent = await freshPass();
    return bookTime(request, unspent);
  };
}

async function freshPass(): Promise<string> {
  const { captchaPass } = await import('#app/shared/captcha/captcha.ts');
  const pass = await captchaPass('appointment');
  if (pass === null) throw new CaptchaRefusal();
  return pass;
}
