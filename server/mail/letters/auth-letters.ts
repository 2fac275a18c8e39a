import { greeting } from '#domain/contact/greeting.ts';
import type { LinkMail, Recipient } from '#server/auth/mails/auth-mails.ts';
import type { Letter, Office } from './letter.ts';

const CODE = 'If you are asked for a code, enter this one:';
export const NEVER_ASK = 'We will never ask for your password by email or by phone.';

/** The letters of the auth service, by what they are for; those that carry a link. */
export const authLetters = {
  confirmation: ({ firstName, link, code }, office): Letter => ({
    subject: 'Please confirm your email address',
    preview: `One step, and your account at ${office.name} is ready.`,
    heading: 'Please confirm your email',
    greeting: greeting(firstName),
    paragraphs: [
      `Thank you for signing up with ${office.name}. Press the button to confirm that this address is yours. After that you can sign in and send us your papers.`,
      'The button works once, within one hour. After that, the page that it opens sends you a new one.',
    ],
    action: { label: 'Confirm my email', link },
    code: { says: CODE, digits: code },
    notes: [
      'Did you not sign up with us? Then do not press the button: somebody else chose the password of this account. Without this step no one can use it.',
      NEVER_ASK,
    ],
  }),

  recovery: ({ firstName, link, code }): Letter => ({
    subject: 'Choose a new password',
    preview: 'Somebody, most likely you, asked for a new password.',
    heading: 'Choose a new password',
    greeting: greeting(firstName),
    paragraphs: [
      'You asked us to let you choose a new password. Press the button, and you can type it in.',
      'The button works once, within one hour. Until you choose a new password, your present one stays as it is.',
    ],
    action: { label: 'Choose a new password', link },
    code: { says: CODE, digits: code },
    notes: [
      'Did you not ask for this? Then ignore this email: nobody can change your password without it. If it happens often, please call us.',
      NEVER_ASK,
    ],
  }),

  magicLink: ({ firstName, link, code }, office): Letter => ({
    subject: `Your sign-in link for ${office.name}`,
    preview: 'Press the button to sign in. It works once.',
    heading: 'Sign in',
    greeting: greeting(firstName),
    paragraphs: ['Press the button to sign in. It works once, within one hour.'],
    action: { label: 'Sign in', link },
    code: { says: CODE, digits: code },
    notes: [
      'Did you not try to sign in? Then ignore this email, and do not give the code or the link to anybody.',
      NEVER_ASK,
    ],
  }),

  emailChange: ({ firstName, link, code }, office): Letter => ({
    subject: 'Please confirm your new email address',
    preview: `Confirm that ${office.name} may write to you here from now on.`,
    heading: 'Is this your new address?',
    greeting: greeting(firstName),
    paragraphs: [
      'You asked us to use this email address for your account from now on. Press the button to confirm that it is yours. Until then everything stays as it was. The button works once, within one hour.',
    ],
    action: { label: 'Use this address', link },
    code: { says: CODE, digits: code },
    notes: [
      'Did you not ask for this? Then ignore this email: your account stays as it is. If you think that somebody else is using your account, please call us.',
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
      'Did you not ask for this? Then somebody else may be signed in to your account. Please change your password, and call us.',
      'Do not give the code to anybody. We will never ask for it by email or by phone.',
    ],
  };
}
