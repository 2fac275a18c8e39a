import { captchaPass } from '#app/client/captcha/captcha.ts';
import { call, WireError } from '#app/client/wire.ts';
import type { ContactSubmission } from '#domain/contact/rules.ts';

/** Sends a message. False: the captcha gave no pass. */
export type Send = (submission: ContactSubmission) => Promise<boolean>;

const path = '/rest/v1/contact_submissions';

/**
 * A sender remembers what it has no answer for: a message whose answer was lost on the way may have arrived, and is
 * not sent a second time when its writer presses the button again. The pass that wrote it tells.
 */
export function createSender(): Send {
  let doubtful: { pass: string; text: string } | null = null;
  return async (submission) => {
    const text = JSON.stringify(submission);
    if (doubtful?.text === text && (await hasArrived(doubtful.pass))) {
      doubtful = null;
      return true;
    }
    const pass = await captchaPass('contact');
    if (pass === null) return false;
    doubtful = { pass, text };
    try {
      await call(path, { method: 'POST', body: submission, pass, prefer: 'return=representation' });
    } catch (error) {
      if (error instanceof WireError && error.status < 500) doubtful = null;
      throw error;
    }
    doubtful = null;
    return true;
  };
}

async function hasArrived(pass: string): Promise<boolean> {
  const rows = await call<unknown[] | null>(`${path}?select=id`, { method: 'GET', pass });
  return (rows?.length ?? 0) > 0;
}
