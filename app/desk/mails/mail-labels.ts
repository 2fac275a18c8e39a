import type { MessageDescriptor } from '@lingui/core';
import { type MailFailure, mailFailures } from '#contract/mail-failures.ts';
import { letterNames } from '#domain/contact/letter-names.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

/** Why a mail failed, and what to do. */
const reasons: Record<MailFailure, MessageDescriptor> = {
  bad_address: msg`This email address doesn’t exist. Ask the person for the right one.`,
  refused: msg`The recipient’s server rejected this email.`,
  busy: msg`The recipient’s server told us to try again later every time.`,
  unreachable: msg`We couldn’t reach the email server.`,
  untrusted: msg`The email server’s certificate isn’t valid, so we didn’t send anything. Tell the person who runs the portal.`,
  insecure: msg`The email server doesn’t offer a secure connection, so we didn’t send anything. Tell the person who runs the portal.`,
  login: msg`The email server didn’t accept the portal’s password. Tell the person who runs the portal.`,
  outbox: msg`The email couldn’t be saved as a file. Tell the person who runs the portal.`,
  expired: msg`Its link expired before we could send the email. The person can ask for a new one.`,
  unwritable: msg`The portal couldn’t create this email. Tell the person who runs the portal.`,
  unfinished: msg`The email server didn’t respond to any attempt.`,
};

export function failureText(failure: string | null, t: Translate): string {
  const known = mailFailures.find((one) => one === failure);
  return t(known ? reasons[known] : msg`Earlier attempts failed.`);
}

const kinds: Record<string, MessageDescriptor> = {
  ...letterNames,
  return_status: msg`Return update`,
  staff_act: msg`Notice: staff account`,
  return_approved: msg`Notice: return approved`,
  invitation_accepted: msg`Notice: invitation accepted`,
  tax_form_received: msg`Notice: tax form`,
  contact_received: msg`Notice: message`,
  appointment: msg`Notice: appointment`,
  appointment_notice: msg`Notice: appointment`,
};

/** The type of the mail. The content is never shown. */
export function mailTypeLabel(type: string, t: Translate): string {
  return t(kinds[type] ?? msg`Account notice`);
}
