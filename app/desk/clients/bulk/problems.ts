import { failureOf, isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

/** Why an act was not started. */
export function problemOf(error: unknown, t: Translate): string {
  if (isConnectionError(error))
    return t(msg`We can’t reach the server. Please try again. No one gets a letter twice.`);
  return failureOf(error).details === 'not_staff'
    ? t(msg`You aren’t staff anymore, so nothing was done.`)
    : messageOf(error, t);
}
