import type { MessageDescriptor } from '@lingui/core';
import { isConnectionError, messageOf, serverMessage } from '#app/shared/api/error-wording.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

export const captchaFailed = msg`Security verification failed. Please try again.`;

/** Why a visitor's form could not be saved: the server's own message if it has one for people, else `fallback`. */
export function submitError(error: unknown, fallback: MessageDescriptor, t: Translate): string {
  const { code, message, status } = error as { code?: unknown; message?: unknown; status?: unknown };
  // The policies refuse a pass that has expired or was used.
  if (code === '42501' || code === 'captcha_failed') return t(captchaFailed);
  if (isConnectionError(error) || code === 'over_request_rate_limit') return messageOf(error, t);
  const isOurs = status !== undefined && typeof message === 'string' && message !== '';
  return isOurs ? serverMessage(error, t) : t(fallback);
}
