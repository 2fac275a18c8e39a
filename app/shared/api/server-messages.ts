import type { MessageDescriptor } from '@lingui/core';
import { emailHint, usNumbersOnly } from '#domain/contact/hints.ts';
import { english } from '#domain/language/english.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

/**
 * The server's messages that people may see, as it writes them. They are known by their text, because several share a
 * code.
 */
const known: MessageDescriptor[] = [
  // What a form checks before it sends
  emailHint,
  usNumbersOnly,
  msg`Name is required`,
  msg`Full name is required`,
  msg`First name is required`,
  msg`Last name is required`,
  msg`Message is required`,
  msg`A name is required`,
  msg`A name must be plain text`,
  msg`An email address is too long`,
  msg`Unable to validate email address: invalid format`,
  // Login and account
  msg`Email not confirmed`,
  msg`Email link is invalid or has expired`,
  msg`A user with this email address has already been registered`,
  msg`New password should be different from the old password.`,
  msg`Password is known to be weak and easy to guess, please choose a different one.`,
  msg`Password update requires reauthentication`,
  msg`Email update requires reauthentication`,
  msg`Nonce has expired or is invalid`,
  msg`User is banned`,
  msg`Invalid TOTP code entered`,
  msg`Invalid recovery code entered`,
  msg`Too many failed verification attempts, try again later`,
  msg`This was done or changed already`,
  // Forms, documents, returns
  msg`Please choose one of the subjects on the list.`,
  msg`The answer is too large`,
  msg`Choose at least one file`,
  msg`Please tell us why you don’t have it`,
  msg`A file was not found`,
  msg`No one has asked for this document`,
  msg`Your list is full. Please call us.`,
  msg`Our office has already confirmed this`,
  msg`The document was not found`,
  msg`The line is not on the list anymore`,
  msg`No such return of yours`,
  msg`This return is not ready for review`,
  msg`Please type your name`,
  msg`The file has changed since you opened it. Please read it again.`,
  msg`This return is not waiting for payment`,
  // Who has access to a client
  msg`You’ve given access to many people in the past hour. Please try again later.`,
  msg`Only the client or a super user can do this`,
  msg`This invitation is closed`,
  msg`This person no longer has a client account`,
  msg`A client has at most 40 members`,
  // Money
  msg`No such open bill`,
  msg`This bill was voided`,
  msg`Please say why`,
  msg`There is no such open bill`,
  msg`The card page can’t be opened right now`,
  // Conversations, appointments, forms
  msg`Write something`,
  msg`There is no such message`,
  msg`This appointment is over.`,
  msg`The draft was changed elsewhere`,
  msg`The search is too long`,
  msg`The form was submitted again`,
  // The service
  msg`There’s no space for this file right now. Please call our office.`,
  msg`There’s no space to save this right now. Please try again later, or call our office.`,
  msg`Too much at once. Please try again in a moment.`,
  msg`We can’t reach your documents right now. Nothing is lost. Please try again in a minute.`,
  msg`You’ve reached the limit for this hour. Please try again later.`,
  msg`The portal is not available for a moment. Please try again.`,
];

/** The staff area adds what only staff see. */
export function addServerMessages(more: readonly MessageDescriptor[]): void {
  known.push(...more);
}

const withNumber = [
  (number: string) => msg`For security purposes, you can only request this after ${{ number }} seconds.`,
  (number: string) => msg`Password should be at least ${{ number }} characters.`,
  (number: string) => msg`Password cannot be longer than ${{ number }} characters`,
];

/** A message of the server in the reader's language. Other ones stay as they are. */
export function serverMessage(message: string, t: Translate): string {
  const number = /\d+/.exec(message)?.[0] ?? '';
  const wordings = [...known, ...withNumber.map((wording) => wording(number))];
  const wording = wordings.find((one) => english(one) === message);
  return wording ? t(wording) : message;
}
