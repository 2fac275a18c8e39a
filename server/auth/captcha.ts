import { z } from 'zod';
import type { CaptchaAction } from '#contract/captcha.ts';
import type { SpendPass } from '#server/captcha/captcha.ts';
import { AuthError } from './errors.ts';

/** Where supabase-js sends its `captchaToken` option. */
export const captchaFields = {
  gotrue_meta_security: z.object({ captcha_token: z.string().max(4096).nullish() }).nullish(),
};

/** Spends the captcha pass of a body. Throws `captcha_failed`. The pass is spent even if the request then fails. */
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
