import { captchaFailed } from '#app/site/blocks/form-refusals.ts';
import type { BookedTime } from '#contract/calendar.ts';
import type { BookingPerson } from '#domain/booking/fields.ts';
import { bookTime, CaptchaRefusal, refusedAs } from './calendar-wire.ts';

/** Whose time is booked: an appointment that waits for it, or somebody of whom nothing is saved yet. */
export type Booker =
  | { pass: string; known: { name: string; phone: string; email: string } }
  | { person: BookingPerson };

/** What the page keeps between attempts: a pass that nothing was booked with is still good. */
export interface Spare {
  pass: string | null;
}

/** Takes the time. Throws what the server refused, and an error in words where the captcha gave nothing. */
export async function takeTime(start: string, booker: Booker, spare: Spare): Promise<BookedTime> {
  if ('pass' in booker) return bookTime({ start, ...booker.known }, booker.pass);
  const { name, phone, email } = booker.person;
  const request = { start, name, phone, ...(email !== null && { email }) };
  const kept = spare.pass;
  if (kept !== null) {
    spare.pass = null;
    try {
      return await bookTime(request, kept);
    } catch (error) {
      // A pass lives for ten minutes. Else it is still unspent.
      if (!refusedAs(error, 'captcha_failed')) {
        spare.pass = kept;
        throw error;
      }
    }
  }
  spare.pass = await freshPass();
  return bookTime(request, spare.pass);
}

async function freshPass(): Promise<string> {
  const { captchaPass } = await import('#app/shared/captcha/captcha.ts');
  const pass = await captchaPass('appointment');
  if (pass === null) throw new CaptchaRefusal(captchaFailed);
  return pass;
}
