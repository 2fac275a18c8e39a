import type { MessageDescriptor } from '@lingui/core';
import { emailHint, usNumbersOnly } from '#domain/contact/hints.ts';
import { msg } from '#domain/language/message.ts';

const unavailable = msg`The portal is not available for a moment. Please try again.`;
const noSpace = msg`There’s no space to save this right now. Please try again later, or call our office.`;
const storeUnavailable = msg`We can’t reach your documents right now. Nothing is lost. Please try again in a minute.`;
const storeFull = msg`There’s no space for this file right now. Please call our office.`;
const unexpected = msg`Something went wrong on our end.`;

/**
 * What the server refuses and people may read, by the key that the error carries: in `details` (REST, functions) or
 * `code` (auth, functions; storage: below). The wire has the English text beside it, for other clients. What only staff
 * read is in `staff-messages.ts`; an act with refusals that no other one has keeps them beside its page.
 */
export const messages = {
  // Forms
  name_required: msg`Name is required`,
  full_name_required: msg`Full name is required`,
  first_name_required: msg`First name is required`,
  last_name_required: msg`Last name is required`,
  message_required: msg`Message is required`,
  unknown_subject: msg`Please choose one of the subjects on the list.`,
  name_not_typed: msg`Please type your name`,
  reason_required: msg`Please say why`,
  nothing_written: msg`Write something`,
  email_format: emailHint,
  us_numbers_only: usNumbersOnly,
  // Documents and the checklist
  no_files_chosen: msg`Choose at least one file`,
  reason_missing: msg`Please tell us why you don’t have it`,
  file_not_found: msg`A file was not found`,
  not_asked_for: msg`No one has asked for this document`,
  list_full: msg`Your list is full. Please call us.`,
  confirmed_already: msg`Our office has already confirmed this`,
  // Returns and forms
  no_such_return: msg`No such return of yours`,
  not_ready_for_review: msg`This return is not ready for review`,
  file_changed: msg`The file has changed since you opened it. Please read it again.`,
  not_waiting_for_payment: msg`This return is not waiting for payment`,
  draft_changed: msg`The draft was changed elsewhere`,
  form_submitted_again: msg`The form was submitted again`,
  // Access
  too_much_access_given: msg`You’ve given access to many people in the past hour. Please try again later.`,
  only_client_or_super: msg`Only the client or a super user can do this`,
  invitation_closed: msg`This invitation is closed`,
  no_client_account: msg`This person no longer has a client account`,
  client_merged: msg`This client account was merged with another one. Reload the page to find everything there.`,
  too_many_members: msg`A client has at most 40 members`,
  // Money
  no_open_bill: msg`No such open bill`,
  bill_voided: msg`This bill was voided`,
  no_bill: msg`There is no such open bill`,
  processor: msg`The card page can’t be opened right now`,
  // Conversations and appointments
  no_such_message: msg`There is no such message`,
  appointment_over: msg`This appointment is over.`,
  // Bounds
  answer_too_large: msg`The answer is too large`,
  search_too_long: msg`The search is too long`,
  hourly_limit: msg`You’ve reached the limit for this hour. Please try again later.`,
  // Login and account: the auth service's codes
  address_taken: msg`Another account already has this address.`,
  email_too_long: msg`An email address is too long`,
  has_account: msg`Someone already has an account with this address. Find them under People, and change their role there.`,
  has_own_account: msg`You already have an account with this address. Log in, and ask our office to change your role.`,
  invited_already: msg`This address is already invited. Send that invitation again, or remove it first.`,
  name_not_plain: msg`A name must be plain text`,
  conflict: msg`This was done or changed already`,
  email_exists: msg`A user with this email address has already been registered`,
  email_not_confirmed: msg`Email not confirmed`,
  mfa_recovery_codes_locked: msg`Too many failed verification attempts, try again later`,
  otp_expired: msg`Email link is invalid or has expired`,
  over_email_send_rate_limit: msg`We’ve just sent you an email. Please wait a minute before you ask for another one.`,
  over_request_rate_limit: msg`Too many attempts. Please wait a few minutes and try again.`,
  reauthentication_needed: msg`Please confirm by email that it’s you first.`,
  reauthentication_not_valid: msg`That code is wrong or has expired. Check it, or send the email again`,
  same_password: msg`New password should be different from the old password.`,
  user_banned: msg`User is banned`,
  weak_password: msg`This password is too short or too easy to guess. Please choose another one.`,
  // The service; with the codes of PostgREST and PostgreSQL, too
  service_unavailable: unavailable,
  PGRST000: unavailable,
  insufficient_storage: noSpace,
  '53100': noSpace,
  unexpected_failure: unexpected,
  store_full: storeFull,
  store_unavailable: storeUnavailable,
} as const satisfies Record<string, MessageDescriptor>;

/** The column that a message is about. */
export const columnOf: Readonly<Partial<Record<string, string>>> = {
  name_required: 'name',
  full_name_required: 'name',
  first_name_required: 'first_name',
  last_name_required: 'last_name',
  message_required: 'message',
  email_format: 'email',
  us_numbers_only: 'phone',
};

/** What the storage API refuses, by its code. */
export const storageMessages: Readonly<Record<string, MessageDescriptor>> = {
  AccessDenied: msg`You don’t have access to this.`,
  DiskFull: storeFull,
  EntityTooLarge: msg`The object exceeded the maximum allowed size`,
  InternalError: msg`Internal server error`,
  KeyAlreadyExists: msg`The resource already exists`,
  NoSuchKey: msg`Object not found`,
  NoSuchUpload: msg`Upload not found`,
  NotFound: msg`Not found`,
  QuotaExceeded: msg`There is no room left in your folder for this file. Please call the office, and we will make some.`,
  ResourceLocked: msg`This document is signed, or out for signature.`,
  ServiceUnavailable: unavailable,
  SlowDown: msg`Too much at once. Please try again in a moment.`,
  StoreUnavailable: storeUnavailable,
  TooManyRequests: msg`You’ve reached the limit for this hour. Please try again later.`,
};
