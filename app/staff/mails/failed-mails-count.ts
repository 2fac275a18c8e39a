import type { FailedMail } from './failed-mails-query.ts';

/** As many as `failed_mails` lists, the newest. */
const LISTED = 200;

/** What another try can't help by itself. */
const NOT_AT_ONCE = ['bad_address', 'refused'];
const mayPass = ({ can_be_resent, failure }: FailedMail) =>
  can_be_resent && !NOT_AT_ONCE.includes(failure ?? '');

/** In a full list, what is counted is only the least that there is. */
export const countWords = (count: number, listed: number): string =>
  listed < LISTED ? String(count) : `${count}+`;

/** All that may pass now are sent at once, also those that the list has no room for: then nobody knows how many. */
export function sendingAgain(mails: readonly FailedMail[]): { label: string; reason: string } | null {
  const again = mails.filter(mayPass).length;
  if (mails.length >= LISTED && again > 0) {
    return {
      label: 'Send all again',
      reason: 'What held up some of these, and of those before them, may be over.',
    };
  }
  return again > 1
    ? { label: `Send ${again} again`, reason: `What held up ${again} of these may be over.` }
    : null;
}
