import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { FailedMail } from './failed-mails-query.ts';

/** The limit of `failed_mails`, which lists the newest. */
const LISTED = 200;

/** Failures that a retry alone won't fix. */
const NEEDS_CORRECTION = ['bad_address', 'refused'];
const mayArriveNow = ({ can_be_resent, failure }: FailedMail) =>
  can_be_resent && !NEEDS_CORRECTION.includes(failure ?? '');

/** In a full list, the count is a lower bound. */
export const formatCount = (count: number, listed: number): string =>
  listed < LISTED ? String(count) : `${count}+`;

/**
 * The offer to resend all emails that may arrive now. A full list has no count, since mails beyond its limit
 * are resent too.
 */
export function resendOffer(
  mails: readonly FailedMail[],
  t: Translate,
): { label: string; reason: string } | null {
  const again = mails.filter(mayArriveNow).length;
  if (mails.length >= LISTED && again > 0) {
    return {
      label: t(msg`Send all again`),
      reason: t(msg`The problem with some of these emails may be fixed now.`),
    };
  }
  return again > 1
    ? {
        label: t(msg`Send ${{ count: again }} again`),
        reason: t(msg`The problem with ${{ count: again }} of these emails may be fixed now.`),
      }
    : null;
}
