import { z } from 'zod';
import type { CaptchaAction } from '#contract/captcha.ts';
import { AuthError } from './errors.ts';

/** Spends a captcha's pass; false where it is none, for another act, expired or spent. */
export type SpendPass = (pass: string, action: CaptchaAction) => Promise<boolean>;

/** Where supabase-js puts what it is given as `captchaToken`. */
export const captchaFields = {
  gotrue_meta_security: z.object({ captcha_token: z.string().max(4096).nullish() }).nullish(),
};

/** The pass of a captcha, used up by this. What is tried with it may fail: another try needs another one. */
export async function requireCaptcha(
  spend: SpendPass,
  {
    gotrue_meta_security: given,
  }: { gotrue_meta_security?: { captcha_token?: string | null | undefined } | null | undefined },
  action: CaptchaAction,
): Promise<void> {
  const pass = given?.captcha_token ?? '';
  if (await spend(pass, action)) return;
  const why = pass === '' ? 'no captcha_token found' : 'timeout-or-duplicate';
  throw new AuthError('captcha_failed', { message: `captcha protection: request disallowed (${why})` });
}
