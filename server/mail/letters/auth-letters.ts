import { greeting } from '#domain/contact/greeting.ts';
import type { LinkMail, Recipient } from '#server/auth/mails/auth-mails.ts';
import type { Letter, Office } from './letter.ts';

const CODE = 'If you are asked for a code, enter this one:';
export const NEVER_ASK = 'We will never ask for your password by email or by phone.';

/** The auth service's letters with a link. */
export const authLetters = {
  confirmation: ({ firstName, link, code }, office): Letter => ({
    subject: 'Please confirm your email address',
    preview: `One step, and your account at ${office.name} is ready.`,
    heading: 'Please confirm your email',
    greeting: greeting(firstName),
    paragraphs: [
      `Thank you for signing up with ${office.name}. Click the button to confirm that this address is yours. After that you can sign in and send us your papers.`,
      'The button works once, within one hour. After that, the page that it opens sends you a new one.',
    ],
    action: { label: 'Confirm my email', link },
    code: { says: CODE, digits: code },
    notes: [
      'If you didn’t sign up with us, don’t click the button: someone else chose the password for this account. Without this step no one can use it.',
      NEVER_ASK,
    ],
  }),

  recovery: ({ firstName, link, code }): Letter => ({
    subject: 'Choose a new password',
    preview: 'Someone, most likely you, asked for a new password.',
    heading: 'Choose a new password',
    greeting: greeting(firstName),
    paragraphs: [
      'You asked us to let you choose a new password. Click the button to enter it.',
      'The button works once, within one hour. Until you choose a new password, your current one stays the same.',
    ],
    action: { label: 'Choose a new password', link },
    code: { says: CODE, digits: code },
    notes: [
      'If you didn’t ask for this, ignore this email: no one can change your password without it. If it happens often, please call us.',
      NEVER_ASK,
    ],
  }),

  magicLink: ({ firstName, link, code }, office): Letter => ({
    subject: `Your sign-in link for ${office.name}`,
    preview: 'Click the button to sign in. It works once.',
    heading: 'Sign in',
    greeting: greeting(firstName),
    paragraphs: ['Click the button to sign in. It works once, within one hour.'],
    action: { label: 'Sign in', link },
    code: { says: CODE, digits: code },
    notes: [
      'If you didn’t try to sign in, ignore this email, and don’t give the code or the link to anyone.',
      NEVER_ASK,
    ],
  }),

  emailChange: ({ firstName, link, code }, office): Letter => ({
    subject: 'Please confirm your new email address',
    preview: `Confirm that ${office.name} may write to you here from now on.`,
    heading: 'Is this your new address?',
    greeting: greeting(firstName),
    paragraphs: [
      'You asked us to use this email address for your account from now on. Click the button to confirm that it is yours. Until then nothing changes. The button works once, within one hour.',
    ],
    action: { label: 'Use this address', link },
    code: { says: CODE, digits: code },
    notes: [
      'If you didn’t ask for this, ignore this email: your account stays the same. If you think that someone else is using your account, please call us.',
      NEVER_ASK,
    ],
  }),
} satisfies Record<string, (facts: LinkMail, office: Office) => Letter>;

export function reauthenticationLetter({ firstName, code }: Recipient & { code: string }): Letter {
  return {
    subject: 'Your code to confirm that it is you',
    preview: 'Enter this code on the page that asked for it.',
    heading: 'Is it you?',
    greeting: greeting(firstName),
    paragraphs: [
      'You are about to change something important in your account, so we make sure that it is you.',
    ],
    code: { says: 'Enter this code on the page that asked for it:', digits: code },
    notes: [
      'If you didn’t ask for this, someone else may be signed in to your account. Please change your password, and call us.',
      'Don’t give the code to anyone. We will never ask for it by email or by phone.',
    ],
  };
}
