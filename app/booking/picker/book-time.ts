import { captchaFailed } from '#app/shared/forms/submit-error.ts';
import type { BookedTime } from '#contract/calendar.ts';
import type { BookingPerson } from '#domain/booking/fields.ts';
import { bookTime, CaptchaRefusal, isRefusal } from './calendar-api.ts';

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
