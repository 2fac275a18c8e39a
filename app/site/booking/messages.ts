import { isConnectionError, messageOf } from '#app/client/error-wording.ts';

export const captchaFailed = 'Security verification failed. Please try again.';
export const saved = '✅ Thank you! Please select your preferred appointment time using the calendar below.';
const notSaved = 'Failed to submit appointment request. Please try again.';

/** Why an appointment could not be saved: the server's own words, where it has some for people. */
export function bookingProblem(error: unknown): string {
  const { code, message, status } = error as { code?: unknown; message?: unknown; status?: unknown };
  // The policies refuse a pass that was too slow, or spent.
  if (code === '42501' || code === 'captcha_failed') return captchaFailed;
  if (isConnectionError(error) || code === 'over_request_rate_limit') return messageOf(error);
  return status !== undefined && typeof message === 'string' && message !== '' ? message : notSaved;
}
