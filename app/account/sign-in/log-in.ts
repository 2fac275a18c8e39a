import { captchaPass, prepareCaptcha } from '#app/shared/captcha/captcha.ts';
import type { Translate } from '#domain/language/translate.ts';
import { logIn as sendLogin } from '../auth-service.ts';
import { accountStatus } from '../sign-up/account-status.ts';
import type { LoginAnswer } from './answers.ts';
import { answerTo, asksForStatus, captchaFailed } from './login-answer.ts';
import type { LoginAnswers } from './use-login-fields.ts';

export const prepareLogin = (): void => prepareCaptcha('login');

/** Logs in. Null if it worked: then the session changes, and the page goes on from there. */
export async function logIn(
  { email, password }: LoginAnswers,
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
