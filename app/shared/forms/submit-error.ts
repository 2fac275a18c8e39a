import { isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';

export const captchaFailed = 'Security verification failed. Please try again.';

/** Why a visitor's form could not be saved: the server's own message if it has one for people, else `fallback`. */
export function submitError(error: unknown, fallback: string): string {
  const { code, message, status } = error as { code?: unknown; message?: unknown; status?: unknown };
  // The policies refuse a pass that has expired or was used.
  if (code === '42501' || code === 'captcha_failed') return captchaFailed;
  if (isConnectionError(error) || code === 'over_request_rate_limit') return messageOf(error);
  return status !== undefined && typeof message === 'string' && message !== '' ? message : fallback;
}
