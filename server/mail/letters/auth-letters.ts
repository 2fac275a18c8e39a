import { greeting } from '#domain/contact/greeting.ts';
import { msg } from '#domain/language/message.ts';
import type { LinkMail, Recipient } from '#server/auth/mails/auth-mails.ts';
import type { Letter, Office } from './letter.ts';

const CODE = msg`If you are asked for a code, enter this one:`;
export const NEVER_ASK = msg`We’ll never ask for your password by email or phone.`;

/** The auth service's letters with a link. */
export const authLetters = {
  confirmation: ({ firstName, link, code }, office): Letter => ({
    subject: msg`Please confirm your email address`,
    preview: msg`One more step and your account at ${{ office: office.name }} is ready.`,
    heading: msg`Please confirm your email`,
    greeting: greeting(firstName),
    paragraphs: [
      msg`Thank you for signing up with ${{ office: office.name }}. Click the button to confirm that this email address is yours. Then you can log in and send us your documents.`,
      msg`The button works once and expires in one hour. After that, it opens a page where you can get a new one.`,
    ],
    action: { label: msg`Confirm my email`, link },
    code: { says: CODE, digits: code },
    notes: [
      msg`If you didn’t sign up with us, don’t click the button. Someone else chose the password for this account, and no one can use it without this step.`,
      NEVER_ASK,
    ],
  }),

  recovery: ({ firstName, link, code }): Letter => ({
    subject: msg`Choose a new password`,
    preview: msg`Someone, probably you, asked for a new password.`,
    heading: msg`Choose a new password`,
    greeting: greeting(firstName),
    paragraphs: [
      msg`You asked for a new password. Click the button to choose one.`,
      msg`The button works once and expires in one hour. Your current password works until you choose a new one.`,
    ],
    action: { label: msg`Choose a new password`, link },
    code: { says: CODE, digits: code },
    notes: [
      msg`If you didn’t ask for this, ignore this email. No one can change your password without it. If you get these often, please call us.`,
      NEVER_ASK,
    ],
  }),

  magicLink: ({ firstName, link, code }, office): Letter => ({
    subject: msg`Your login link for ${{ office: office.name }}`,
    preview: msg`Click the button to log in. It works once.`,
    heading: msg`Log in`,
    greeting: greeting(firstName),
    paragraphs: [msg`Click the button to log in. It works once and expires in one hour.`],
    action: { label: msg`Log in`, link },
    code: { says: CODE, digits: code },
    notes: [
      msg`If you didn’t try to log in, ignore this email. Don’t give the code or the link to anyone.`,
      NEVER_ASK,
    ],
  }),

  emailChange: ({ firstName, link, code }, office): Letter => ({
    subject: msg`Please confirm your new email address`,
    preview: msg`Confirm that ${{ office: office.name }} can email you here from now on.`,
    heading: msg`Is this your new address?`,
    greeting: greeting(firstName),
    paragraphs: [
      msg`You asked us to use this email address for your account from now on. Click the button to confirm that it’s yours. Nothing changes until you do. The button works once and expires in one hour.`,
    ],
    action: { label: msg`Use this address`, link },
    code: { says: CODE, digits: code },
    notes: [
      msg`If you didn’t ask for this, ignore this email. Your account stays the same. If you think someone else is using your account, please call us.`,
      NEVER_ASK,
    ],
  }),
} satisfies Record<string, (facts: LinkMail, office: Office) => Letter>;

export function reauthenticationLetter({ firstName, code }: Recipient & { code: string }): Letter {
  return {
    subject: msg`Your code to confirm it’s you`,
    preview: msg`Enter this code on the page that asked for it.`,
    heading: msg`Is this you?`,
    greeting: greeting(firstName),
    paragraphs: [
      msg`You’re about to change something important in your account, so we’re checking that it’s you.`,
    ],
    code: { says: msg`Enter this code on the page that asked for it:`, digits: code },
    notes: [
      msg`If you didn’t ask for this, someone else may be logged in to your account. Please change your password and call us.`,
      msg`Don’t give the code to anyone. We’ll never ask for it by email or phone.`,
    ],
  };
}
