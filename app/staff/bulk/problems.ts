import { isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

/** The database's refusals (migration 0049_bulk_jobs), in words. */
const refusals = {
  'Ten jobs are running. Wait until one ends.': msg`Ten of your jobs are running. Wait until one ends.`,
  'Only staff can be assigned': msg`This person isn’t staff anymore. Choose someone else.`,
  'Only staff can do this': msg`You aren’t staff anymore, so nothing was done.`,
} as const;

const isRefusal = (message: string): message is keyof typeof refusals => Object.hasOwn(refusals, message);

/** Why an act was not started. */
export function problemOf(error: Error, t: Translate): string {
  if (isRefusal(error.message)) return t(refusals[error.message]);
  if (isConnectionError(error))
    return t(msg`We can’t reach the server. Please try again. No one gets a letter twice.`);
  return messageOf(error, t);
}
