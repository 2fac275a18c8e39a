import { signInProblem } from '#app/account/entry/problems.ts';
import { failureOf } from '#app/shared/api/error-wording.ts';
import { captchaPass, prepareCaptcha } from '#app/shared/captcha/captcha.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { logIn as sendLogin } from '../auth-service.ts';
import type { AccountStatus } from '../sign-up/account-status.ts';
import { accountStatus } from '../sign-up/account-status.ts';
import type { LoginAnswer } from './answers.ts';

export const prepareLogin = (): void => prepareCaptcha('login');

/** Logs in. Null if it worked: then the session changes, and the page goes on from there. */
export async function logIn(
  { email, password }: Record<'email' | 'password', string>,
  phone: string,
  t: Translate,
): Promise<LoginAnswer | null> {
  const captchaToken = await captchaPass('login');
  if (captchaToken === null) return { kind: 'text', text: t(captchaFailed) };
  try {
    await sendLogin(email, password, captchaToken);
    return null;
  } catch (error) {
    const status = asksForStatus(error) ? await accountStatus(email, captchaToken) : null;
    return answerTo(error, { email, status, phone, t });
  }
}

const captchaFailed = msg`Captcha Security verification failed. Please try again.`;
const statusUnknown = msg`Unable to verify account status. Please try again or contact support.`;

export function asksForStatus(error: unknown): boolean {
  return failureOf(error).code === 'invalid_credentials';
}

interface Login {
  email: string;
  /** Null if it is not needed or could not be loaded. */
  status: AccountStatus | null;
  /** The office's, in words. */
  phone: string;
  t: Translate;
}

export function answerTo(error: unknown, { email, status, phone, t }: Login): LoginAnswer {
  const { code } = failureOf(error);
  if (code === 'email_not_confirmed') {
    return { kind: 'unconfirmed', text: signInProblem(error, phone, t), email };
  }
  if (code === 'captcha_failed') return { kind: 'text', text: t(captchaFailed) };
  if (!asksForStatus(error)) return { kind: 'text', text: signInProblem(error, phone, t) };
  if (status === null) return { kind: 'text', text: t(statusUnknown) };
  if (status.profile_exists === true) return { kind: 'incorrect-password', email };
  if (status.profile_exists !== false) return { kind: 'text', text: signInProblem(error, phone, t) };
  return { kind: status.is_legacy === true ? 'welcome-back' : 'not-found', email };
}
