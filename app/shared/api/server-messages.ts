import { emailHint } from '#domain/contact/email.ts';
import { usNumbersOnly } from '#domain/contact/phone.ts';
import { english } from '#domain/language/english.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

/**
 * The server's messages that people may see, as it writes them. They are known by their text, because several share a
 * code.
 */
const known = [
  // What a form checks before it sends
  emailHint,
  usNumbersOnly,
  msg`Name is required`,
  msg`Full name is required`,
  msg`First name is required`,
  msg`Last name is required`,
  msg`Message is required`,
  msg`A client needs a name`,
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
  msg`This step can’t be undone anymore`,
  msg`The email is on its way already, so this step can’t be undone`,
  // Who has access to a client
  msg`A helper needs the client’s consent to disclose first`,
  msg`You’ve given access to many people in the past hour. Please try again later.`,
  msg`No one who works here can be a member of a client`,
  msg`Only a super user can end the access of the last person who acts for a client`,
  msg`Only the client or a super user can do this`,
  msg`This invitation is closed`,
  msg`This person no longer has a client account`,
  msg`This client was merged into another one`,
  msg`This client was deleted`,
  msg`This client has 40 open invitations. Withdraw one first.`,
  msg`A client has at most 40 members`,
  msg`A person belongs to at most 200 clients`,
  // Money. Some are checked before sending too, but another person may change the bill in between.
  msg`Enter an amount`,
  msg`That’s more than is open on this bill`,
  msg`The client doesn’t have that much money on account`,
  msg`That’s more than was paid`,
  msg`An issued bill can’t be changed`,
  msg`An issued bill can’t be deleted. Void it.`,
  msg`No such open bill`,
  msg`Say how it was paid`,
  msg`This day is in the future`,
  msg`This bill was voided`,
  msg`This bill was voided. Give the money back from the account.`,
  msg`This payment was undone`,
  msg`This was undone already`,
  msg`Undo the refund of this payment first`,
  msg`This money was used already`,
  msg`Nothing is open on this bill`,
  msg`The payments of a plan add up to what is open`,
  msg`The dates of a plan follow one another`,
  msg`Please say why`,
  msg`There is no such open bill`,
  msg`The card page can’t be opened right now`,
  // Staff
  msg`Write something`,
  msg`There is no such message`,
  msg`Someone has already answered this message`,
  msg`This email can’t be sent again`,
  msg`This appointment is over.`,
  msg`Name the documents you need`,
  msg`Each document needs a name of 1 to 200 characters`,
  msg`Choose the file for the client to review`,
  msg`The fee has not been paid yet`,
  msg`This isn’t the file the client approved`,
  msg`The last super user keeps the role`,
  msg`The last super user stays active`,
  msg`You can’t deactivate or reactivate your own account`,
  msg`The draft was changed elsewhere`,
  msg`The search is too long`,
  msg`You’ve viewed a lot of numbers in the past hour. Please try again later.`,
  msg`The form was submitted again`,
  msg`You’ve sent 20 letters in the past hour. Please try again later.`,
  // The service
  msg`There’s no space for this file right now. Please call our office.`,
  msg`There’s no space to save this right now. Please try again later, or call our office.`,
  msg`Too much at once. Please try again in a moment.`,
  msg`We can’t reach your documents right now. Nothing is lost. Please try again in a minute.`,
  msg`You’ve reached the limit for this hour. Please try again later.`,
  msg`The portal is not available for a moment. Please try again.`,
];

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
