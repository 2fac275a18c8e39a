import { type MailFailure, mailFailures } from '#contract/mail-failures.ts';

const TELL = 'Tell the person who runs the portal.';

/** Why a mail failed, and what to do. */
const reasons: Record<MailFailure, string> = {
  bad_address: 'This mailbox does not exist. Ask the person for the correct address.',
  refused: 'The recipient’s server rejected this email.',
  busy: 'The recipient’s server asked us to try again later, each time.',
  unreachable: 'The mail server could not be reached.',
  untrusted: `The mail server’s certificate is not valid, so nothing was sent to it. ${TELL}`,
  insecure: `The mail server offers no secure connection, so nothing was sent to it. ${TELL}`,
  login: `The mail server did not accept the portal’s password. ${TELL}`,
  outbox: `The email could not be saved as a file. ${TELL}`,
  expired: 'Its link had expired before the email could be sent. The person can ask for a new one.',
  unwritable: `The portal could not create this email. ${TELL}`,
  unfinished: 'Each attempt ended without a response.',
};

export function failureText(failure: string | null): string {
  const known = mailFailures.find((one) => one === failure);
  return known ? reasons[known] : 'The first attempts failed.';
}

const kinds: Record<string, string> = {
  confirmation: 'Email confirmation',
  recovery: 'Password reset',
  magic_link: 'Sign-in link',
  invitation: 'Invitation to the staff',
  email_correction: 'Link to a corrected address',
  email_correction_asked: 'Notice of a corrected address',
  staff_act: 'Notice about a staff account',
  email_change: 'Confirmation of a new address',
  reauthentication: 'Security code',
  document_request: 'Request for documents',
  form_reminder: 'Reminder of the tax form',
  return_ready: 'The return is ready',
  payment_reminder: 'Reminder of the payment',
  message: 'Message from the office',
  return_status: 'News of the return',
  return_approved: 'Notice: return approved',
  tax_form_received: 'Notice: tax form',
  contact_received: 'Notice: message',
  contact_reply: 'Answer to a message',
  appointment: 'Notice: appointment',
  appointment_notice: 'Notice: appointment',
  appointment_booked: 'Appointment confirmed',
  appointment_moved: 'Appointment moved',
  appointment_cancelled: 'Appointment cancelled',
  appointment_reminder: 'Appointment reminder',
};

/** The type of the mail. The content is never shown. */
export function mailTypeLabel(type: string): string {
  return kinds[type] ?? 'Account notice';
}
