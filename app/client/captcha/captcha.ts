import type { CaptchaAction, CaptchaChallenge, CaptchaVerdict } from '#contract/captcha.ts';
import { isConnectionError } from '../error-wording.ts';
import { supabase } from '../supabase.ts';

/**
 * The pass for one act, null where the visitor gets none: the captcha gave no token, the server did not accept
 * it, or its score was too low. Throws where nobody answers. Invisible; takes up to a second of the device's own
 * work.
 */
export async function captchaPass(action: CaptchaAction): Promise<string | null> {
  const token = await captchaToken(action).catch((error: unknown) => {
    if (isConnectionError(error)) throw error;
    console.warn('The captcha gave no token', error);
    return null;
  });
  if (token === null) return null;
  const { data, error } = await supabase.functions.invoke<CaptchaVerdict>('verify-recaptcha', {
    body: { token, action },
  });
  if (isConnectionError(error)) throw error;
  if (error) console.warn('The captcha could not be verified', error);
  return data?.success ? (data.pass ?? null) : null;
}

async function captchaToken(action: CaptchaAction): Promise<string> {
  const { data, error } = await supabase.functions.invoke<CaptchaChallenge>(
    `captcha-challenge?action=${action}`,
    { method: 'GET' },
  );
  if (error) throw error;
  if (!data) throw new Error('No challenge');
  switch (data.provider) {
    case 'embedded':
      return (await import('./proof-of-work.ts')).solveProofOfWork(data.challenge);
    case 'recaptcha':
      return (await import('./outside-provider.ts')).recaptchaToken(data.siteKey, action);
    case 'turnstile':
      return (await import('./outside-provider.ts')).turnstileToken(data.siteKey, action);
    case 'off':
      return 'off';
  }
}
