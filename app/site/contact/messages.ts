import { isConnectionError, messageOf } from '#app/client/error-wording.ts';

export const captchaFailed = 'Security verification failed. Please try again.';
export const sent = "✅ Thank you! Your message has been sent successfully. We'll get back to you soon.";
const notSent = 'Failed to submit contact form. Please try again.';

/** Why a message could not be sent: the server's own words, where it has some for people. */
export function contactProblem(error: unknown): string {
  const { code, message, status } = error as { code?: unknown; message?: unknown; status?: unknown };
  // The policy refuses a pass that was too slow, or spent.
  if (code === '42501' || code === 'captcha_failed') return captchaFailed;
  if (isConnectionError(error) || code === 'over_request_rate_limit') return messageOf(error);
  return status !== undefined && typeof message === 'string' && message !== '' ? message : notSent;
}
