import { isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import { ApiError, callFunction } from '#app/shared/api/public-api.ts';
import { captchaFailed } from '#app/shared/forms/submit-error.ts';
import type {
  BookedTime,
  BookingRequest,
  CalendarErrorCode,
  ChangeRequest,
  FreeTimes,
} from '#contract/calendar.ts';
import type { BookingPerson } from '#domain/booking/fields.ts';

/** The captcha gave no pass. The message is for the visitor. */
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

/** The error message for the visitor: the calendar's own, if there is one. */
export function calendarErrorMessage(error: unknown): string {
  const tooMany = error instanceof ApiError && error.code === 'over_request_rate_limit';
  if (tooMany || isConnectionError(error)) return messageOf(error);
  const inWords = error instanceof ApiError || error instanceof CaptchaRefusal;
  return (inWords && error.message) || 'Something went wrong. Please try again.';
}

/**
 * Books times for visitors who have saved nothing yet. A booker reuses a captcha pass that booked nothing. It throws
 * what the server refused, and `CaptchaRefusal` if the captcha gave no pass.
 */
export function createBooker(): (start: string, person: BookingPerson) => Promise<BookedTime> {
  let unspent: string | null = null;
  return async (start, { name, phone, email }) => {
    const request = { start, name, phone, ...(email !== null && { email }) };
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
  if (pass === null) throw new CaptchaRefusal(captchaFailed);
  return pass;
}
