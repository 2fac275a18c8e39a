import { deviceName } from '#domain/account/device.ts';
import { greeting } from '#domain/contact/greeting.ts';
import type { Recipient, SignInMail } from '#server/auth/mails/auth-mails.ts';
import { NEVER_ASK } from './auth-letters.ts';
import { type Letter, momentInWords, type Office, phone } from './letter.ts';

// Notices about account changes, so that owners learn of changes by others. Without links, which phishing could imitate.

export function passwordChangedLetter({ firstName }: Recipient, office: Office): Letter {
  return {
    subject: 'Your password was changed',
    preview: `Your account at ${office.name} has a new password.`,
    heading: 'Your password was changed',
    greeting: greeting(firstName),
    paragraphs: [
      'The password of your account was changed just now. If that was you, there is nothing to do.',
    ],
    notes: [
      `If it wasn’t you, someone else has accessed your account. Reset your password on the sign-in page at once to take it back, and call us at ${phone(office)}.`,
      NEVER_ASK,
    ],
  };
}

export function emailChangeRequestedLetter({ firstName }: Recipient, office: Office): Letter {
  return {
    subject: 'Someone asked to change your email address',
    preview: `Your account at ${office.name} is about to get another email address.`,
    heading: 'Is this you?',
    greeting: greeting(firstName),
    paragraphs: [
      'Someone who is signed in to your account asked us to use another email address for it. The change takes effect when the link that we sent to the new address is opened. If that was you, there is nothing else to do here.',
    ],
    notes: [
      `If it wasn’t you, someone else is in your account. Reset your password on the sign-in page now: that cancels the change and signs everyone else out. Then call us at ${phone(office)}.`,
      NEVER_ASK,
    ],
  };
}

export function emailChangedLetter({ firstName }: Recipient, office: Office): Letter {
  return {
    subject: 'Your email address was changed',
    preview: `Your account at ${office.name} has another email address now.`,
    heading: 'Your email address was changed',
    greeting: greeting(firstName),
    paragraphs: [
      'From now on we write to the new address of your account, and you sign in with it. This one is no longer used. If that was you, there is nothing to do.',
    ],
    notes: [
      `If it wasn’t you, someone else has accessed your account. Please call us at once at ${phone(office)}.`,
      NEVER_ASK,
    ],
  };
}

export function newSignInLetter({ firstName, at, userAgent, address }: SignInMail, office: Office): Letter {
  return {
    subject: 'A new sign-in to your account',
    preview: 'If it was you, there is nothing to do.',
    heading: 'A new sign-in to your account',
    greeting: greeting(firstName),
    paragraphs: [
      `Someone has just signed in to your account at ${office.name} from a device or a place that we have not seen before. If that was you, there is nothing to do.`,
    ],
    facts: [
      { name: 'When', value: momentInWords(at, office, { weekday: true }) },
      { name: 'With', value: deviceName(userAgent) ?? 'An unknown program' },
      ...(address === null ? [] : [{ name: 'Internet address', value: address }]),
    ],
    notes: [
      `If it wasn’t you, someone else can access your account. Reset your password on the sign-in page at once, which also signs everyone else out, and call us at ${phone(office)}.`,
      NEVER_ASK,
    ],
  };
}

export function factorAddedLetter({ firstName }: Recipient, office: Office): Letter {
  return {
    subject: 'An authenticator app was added',
    preview: 'From now on your account asks for a code from your phone.',
    heading: 'An authenticator app was added',
    greeting: greeting(firstName),
    paragraphs: [
      `An authenticator app was added to your account at ${office.name} just now. After your password we ask for a code from it. If you did this, there is nothing to do.`,
      'Keep your recovery codes in a safe place. Each of them lets you in once if you lose your phone.',
    ],
    notes: [
      `If it wasn’t you, someone else has accessed your account. Please call us at once at ${phone(office)}.`,
      'We will never ask for your password or for a code by email or by phone.',
    ],
  };
}

export function factorRemovedLetter({ firstName }: Recipient, office: Office): Letter {
  return {
    subject: 'An authenticator app was removed',
    preview: `Your account at ${office.name} no longer asks for its codes.`,
    heading: 'An authenticator app was removed',
    greeting: greeting(firstName),
    paragraphs: [
      'An authenticator app was removed from your account just now. If you did this, there is nothing to do.',
      'An account without one is open to anyone who knows its password. You can add one again on your account page.',
    ],
    notes: [
      `If it wasn’t you, someone else has accessed your account. Reset your password on the sign-in page at once, and call us at ${phone(office)}.`,
      NEVER_ASK,
    ],
  };
}

export function factorsResetLetter({ firstName }: Recipient, office: Office): Letter {
  return {
    subject: 'Your authenticator app was reset',
    preview: 'Sign in with your password, and set it up again.',
    heading: 'Your authenticator app was reset',
    greeting: greeting(firstName),
    paragraphs: [
      `${office.name} has removed your authenticator apps and recovery codes, and has signed you out everywhere. You can sign in with your password now.`,
      'Please set up an app again on your account page.',
    ],
    notes: [
      `If you didn’t ask us for this, please call us at once at ${phone(office)}: someone may have asked in your name.`,
      NEVER_ASK,
    ],
  };
}

export function recoveryCodeUsedLetter(
  { firstName, remaining }: Recipient & { remaining: number },
  office: Office,
): Letter {
  return {
    subject: 'A recovery code was used',
    preview: 'One of your recovery codes was used to sign in.',
    heading: 'A recovery code was used',
    greeting: greeting(firstName),
    paragraphs: [
      `One of your recovery codes was used to sign in to your account at ${office.name} just now. If that was you, there is nothing to do. ${left(remaining)}`,
    ],
    notes: [
      `If it wasn’t you, someone has your password and your recovery codes. Please call us at once at ${phone(office)}.`,
      NEVER_ASK,
    ],
  };
}

function left(remaining: number): string {
  if (remaining === 0) return 'It was the last one: please make new ones on your account page.';
  if (remaining === 1) return 'There is one left. You can make new ones on your account page.';
  return `There are ${remaining} left.`;
}
