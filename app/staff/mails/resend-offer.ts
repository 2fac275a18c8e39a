import type { FailedMail } from './failed-mails-query.ts';

/** As many as `failed_mails` lists, the newest. */
const LISTED = 200;

/** What another try can't help by itself. */
const NEEDS_CORRECTION = ['bad_address', 'refused'];
const mayArriveNow = ({ can_be_resent, failure }: FailedMail) =>
  can_be_resent && !NEEDS_CORRECTION.includes(failure ?? '');

/** In a full list, what is counted is only the least that there is. */
export const formatCount = (count: number, listed: number): string =>
  listed < LISTED ? String(count) : `${count}+`;

/** All that may pass now are sent at once, also those that the list has no room for: then nobody knows how many. */
export function resendOffer(mails: readonly FailedMail[]): { label: string; reason: string } | null {
  const again = mails.filter(mayArriveNow).length;
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
