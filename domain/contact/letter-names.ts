import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';

/** The mails to clients and staff that an office can reword, as an owner looks for them. */

const appointments = {
  appointment_booked: msg`Appointment confirmed`,
  appointment_moved: msg`Appointment moved`,
  appointment_reminder: msg`Appointment reminder`,
  appointment_cancelled: msg`Appointment canceled`,
};

const returns = {
  'return_status.documents_received': msg`Documents received`,
  'return_status.in_preparation': msg`Return in preparation`,
  'return_status.waiting_for_documents': msg`Something is missing`,
  'return_status.ready_for_review': msg`Return ready for review`,
  'return_status.approved': msg`Return approved`,
  'return_status.payment_due': msg`Payment due`,
  'return_status.e_filed': msg`Return filed`,
  'return_status.accepted': msg`Return accepted`,
  'return_status.rejected': msg`Return needs a correction`,
};

const fromStaff = {
  document_request: msg`Document request`,
  form_reminder: msg`Tax form reminder`,
  return_ready: msg`Return ready`,
  payment_reminder: msg`Payment reminder`,
  reminder: msg`Reminder of what is open`,
  message: msg`Message from our office`,
  contact_reply: msg`Reply to a message`,
  thread_message: msg`New message in the portal`,
  invoice_issued: msg`New bill`,
  payment_received: msg`Payment recorded`,
  signature_request: msg`Document to sign`,
  signature_completed: msg`Signed document ready`,
  client_invitation: msg`Invitation to the portal`,
  invitation_confirmed: msg`Invitation confirmed`,
  access_asked: msg`Question about access`,
  access_given: msg`Notice of access`,
  client_deleted: msg`Notice: account deleted`,
};

const account = {
  confirmation: msg`Email confirmation`,
  recovery: msg`Password reset`,
  magic_link: msg`Login link`,
  reauthentication: msg`Security code`,
  password_changed: msg`Password changed`,
  email_change: msg`Email address change`,
  email_change_asked: msg`Notice: email change asked for`,
  email_changed: msg`Email address changed`,
  email_correction: msg`Link to confirm a new address`,
  email_correction_asked: msg`Notice: new address`,
  new_sign_in: msg`New login`,
  factor_added: msg`Authenticator app added`,
  factor_removed: msg`Authenticator app removed`,
  factors_reset: msg`Authenticator app reset`,
  recovery_code_used: msg`Recovery code used`,
};

const staff = {
  invitation: msg`Staff invitation`,
  'staff_act.invited': msg`Notice: someone was invited`,
  'staff_act.email_correction': msg`Notice: a colleague’s address`,
  'staff_act.factors_reset': msg`Notice: a colleague’s authenticator app`,
};

export const letterNames = { ...appointments, ...returns, ...fromStaff, ...account, ...staff };
export type LetterId = keyof typeof letterNames;

/** Texts (SMS) that an office can reword beside the mails. */
export const textNames = {
  'text.reminder': msg`Text: reminder about open items`,
  'text.message': msg`Text: new message in the portal`,
};
export type TextId = keyof typeof textNames;

export const letterGroups: readonly { title: MessageDescriptor; letters: readonly LetterId[] }[] = [
  { title: msg`Appointments`, letters: idsOf(appointments) },
  { title: msg`Progress of a return`, letters: idsOf(returns) },
  { title: msg`Sent by your staff`, letters: idsOf(fromStaff) },
  { title: msg`Accounts and logins`, letters: idsOf(account) },
  { title: msg`To your staff`, letters: idsOf(staff) },
];

export function isLetterId(text: unknown): text is LetterId {
  return typeof text === 'string' && Object.hasOwn(letterNames, text);
}

export function isTextId(text: unknown): text is TextId {
  return typeof text === 'string' && Object.hasOwn(textNames, text);
}

export function idsOf<Names extends object>(names: Names): (keyof Names)[] {
  return Object.keys(names) as (keyof Names)[];
}
