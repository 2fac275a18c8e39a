import { greeting } from '#domain/contact/greeting.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate, Wording } from '#domain/language/translate.ts';
import type {
  InvitationMail,
  Recipient,
  StaffAction,
  StaffActionMail,
} from '#server/auth/mails/auth-mails.ts';
import { englishReader } from '#server/language/readers.ts';
import { NEVER_ASK } from './auth-letters.ts';
import { type Letter, type Office, phone, plainName } from './letter.ts';

// Mails to the people concerned about what super users do to accounts at /manage/office.

export function invitationLetter(
  { firstName, link, hours, ...names }: InvitationMail,
  office: Office,
  t: Translate = englishReader.t,
): Letter {
  const by = plainName(names.by, t(msg`A colleague`));
  return {
    subject: msg`Your account at ${{ office: office.name }}`,
    preview: msg`Choose a password to get started.`,
    heading: msg`You’re invited`,
    greeting: greeting(firstName),
    paragraphs: [
      msg`${{ by }} invited you to join the client portal of ${{ office: office.name }} as staff. Click the button to choose a password. Then we’ll help you set up an authenticator app on your phone.`,
      msg`The button works once and expires in ${{ hours }} hours.`,
    ],
    action: { label: msg`Choose my password`, link },
    notes: [
      msg`If you weren’t expecting this, ignore this email. You won’t have an account unless you click the button.`,
      NEVER_ASK,
    ],
  };
}

export function emailCorrectionLetter(
  { firstName, link, hours }: Recipient & { link: string; hours: number },
  office: Office,
): Letter {
  return {
    subject: msg`Please confirm your email address`,
    preview: msg`Confirm that ${{ office: office.name }} can email you here from now on.`,
    heading: msg`Is this your address?`,
    greeting: greeting(firstName),
    paragraphs: [
      msg`You told ${{ office: office.name }} that this is your email address. Click the button to use it for your account. Nothing changes until you do.`,
      msg`The button works once and expires in ${{ hours }} hours. Then log in with this address and your current password.`,
    ],
    action: { label: msg`Use this address`, link },
    notes: [msg`If you didn’t tell us this, ignore this email and don’t click the button.`, NEVER_ASK],
  };
}

export function emailCorrectionStartedLetter({ firstName }: Recipient, office: Office): Letter {
  return {
    subject: msg`Your email address is about to change`,
    preview: msg`Someone asked ${{ office: office.name }} to change the email address for your account.`,
    heading: msg`Did you ask for this?`,
    greeting: greeting(firstName),
    paragraphs: [
      msg`Someone at ${{ office: office.name }} entered a new email address for your account. The change takes effect when someone opens the link we sent to the new address. If you asked for this, you don’t need to do anything.`,
    ],
    notes: [
      msg`If you didn’t ask for this, please call us right away at ${{ phone: phone(office) }}. You can also stop it yourself: reset your password on the login page before anyone opens the link.`,
      NEVER_ASK,
    ],
  };
}

const ACTIONS: Record<
  StaffAction,
  (names: { by: string; about: string }) => { subject: Wording; text: Wording }
> = {
  invited: ({ by, about }) => ({
    subject: msg`Someone was invited to join the staff`,
    text: msg`${{ by }} invited ${{ about }} to join the staff.`,
  }),
  email_correction: ({ by, about }) => ({
    subject: msg`A staff member’s email address is about to change`,
    text: msg`${{ by }} entered a new email address for the staff account ${{ about }}. The change takes effect when someone opens the link we sent to the new address.`,
  }),
  factors_reset: ({ by, about }) => ({
    subject: msg`A staff member’s authenticator app was reset`,
    text: msg`${{ by }} removed the authenticator apps from the staff account ${{ about }}. Its owner will set up a new one at the next login.`,
  }),
};

export function staffActionLetter(
  { firstName, action, ...names }: StaffActionMail,
  office: Office,
  t: Translate = englishReader.t,
): Letter {
  const { subject, text } = ACTIONS[action]({
    by: plainName(names.by, t(msg`A super user`)),
    about: plainName(names.about, t(msg`without an address`)),
  });
  return {
    subject,
    preview: msg`All super users at ${{ office: office.name }} get this email.`,
    heading: subject,
    greeting: greeting(firstName),
    paragraphs: [
      text,
      msg`All super users get this email. If you expected this, you don’t need to do anything.`,
    ],
    notes: [
      msg`If you didn’t expect this, ask the person named above. If it wasn’t them, someone else is using their account. Deactivate it under Office, People, and check the log there.`,
    ],
  };
}
