import { isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import { ApiError, callFunction } from '#app/shared/api/public-api.ts';
import { captchaFailed } from '#app/shared/forms/submit-error.ts';
import { otherLanguage } from '#app/shared/language/choice.ts';
import type {
  BookedTime,
  BookingRequest,
  CalendarErrorCode,
  ChangeRequest,
  FreeTimes,
} from '#contract/calendar.ts';
import type { BookingPerson } from '#domain/booking/fields.ts';
import { english } from '#domain/language/english.ts';
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

/** What the calendar tells visitors, on the wire in English. */
const refusals = [
  msg`This time was just taken. Please choose another one.`,
  msg`This time can’t be booked. Please choose another one.`,
  msg`This appointment is over or was canceled. Please call us, or book a new one.`,
  msg`This appointment is already booked. To change it, use the link in our email, or call us.`,
  msg`We can’t find this appointment. Please open the link in our email again, or call us.`,
  msg`You already have several appointments with us. Please call us to book another one.`,
  msg`Please check what you entered.`,
  captchaFailed,
];
const tooMany = (count: string) =>
  msg`You already have ${{ count }} appointments with us. Please call us to book another one.`;

/** The calendar's message in the visitor's language; an unknown one stays as it is. */
function calendarRefusal(message: string, t: Translate): string {
  const known = [...refusals, tooMany(/\d+/.exec(message)?.[0] ?? '')];
  const refusal = known.find((one) => english(one) === message);
  return refusal ? t(refusal) : message;
}

/** The error message for the visitor: the calendar's own, if there is one. */
export function calendarErrorMessage(error: unknown, t: Translate): string {
  const isTooFast = error instanceof ApiError && error.code === 'over_request_rate_limit';
  if (isTooFast || isConnectionError(error)) return messageOf(error, t);
  if (error instanceof CaptchaRefusal) return t(captchaFailed);
  if (!(error instanceof ApiError)) return t(unexpected);
  return calendarRefusal(error.message, t) || t(unexpected);
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
