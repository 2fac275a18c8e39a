import type { CaptchaAction, CaptchaChallenge, CaptchaVerdict } from '#contract/captcha.ts';
import { callFunction } from '../api/api.ts';
import { isConnectionError } from '../api/error-wording.ts';

/**
 * A captcha pass for one action. Null if the captcha gave no token, the server refused the token, or the score was too
 * low. Throws if there is no response. Invisible; takes up to a second of computing on the device.
 */
export async function captchaPass(action: CaptchaAction): Promise<string | null> {
  const token = await nextToken(action).catch(nullUnlessOffline('The captcha gave no token'));
  if (token === null) return null;
  const verdict = await callFunction<CaptchaVerdict>('verify-recaptcha', { body: { token, action } }).catch(
    nullUnlessOffline('The captcha could not be verified'),
  );
  return verdict?.success ? (verdict.pass ?? null) : null;
}

const nullUnlessOffline = (warning: string) => (error: unknown) => {
  if (isConnectionError(error)) throw error;
  console.warn(warning, error);
  return null;
};

/** How long a token that was made in advance is used. */
const TOKEN_MS = 60_000;
let prepared: { action: CaptchaAction; at: number; token: Promise<string> } | null = null;

/** Makes the token for the next pass while the person is still typing. A failure is reported by the pass. */
export function prepareCaptcha(action: CaptchaAction): void {
  const token = captchaToken(action);
  token.catch(() => undefined);
  prepared = { action, at: Date.now(), token };
}

/** A token can be used once. */
async function nextToken(action: CaptchaAction): Promise<string> {
  const ready = prepared;
  prepared = null;
  const isUsable = ready?.action === action && Date.now() - ready.at < TOKEN_MS;
  const token = isUsable ? await ready.token.catch(() => null) : null;
  return token ?? captchaToken(action);
}

async function captchaToken(action: CaptchaAction): Promise<string> {
  const asked = await callFunction<CaptchaChallenge>(`captcha-challenge?action=${action}`, { method: 'GET' });
  switch (asked.provider) {
    case 'embedded':
      return (await import('./proof-of-work.ts')).solveProofOfWork(asked.challenge);
    case 'recaptcha':
      return (await import('./outside-provider.ts')).recaptchaToken(asked.siteKey, action);
    case 'turnstile':
      return (await import('./outside-provider.ts')).turnstileToken(asked.siteKey, action);
    case 'off':
      return 'off';
  }
}
