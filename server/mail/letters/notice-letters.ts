import { deviceName } from '#domain/account/device.ts';
import { greeting } from '#domain/contact/greeting.ts';
import { msg, plural } from '#domain/language/message.ts';
import type { Reader } from '#domain/language/translate.ts';
import type { Recipient, SignInMail } from '#server/auth/mails/auth-mails.ts';
import { englishReader } from '#server/language/readers.ts';
import { NEVER_ASK } from './auth-letters.ts';
import { type Letter, momentInWords, type Office, phone } from './letter.ts';

// Notices about account changes, so that owners learn of changes by others. Without links, which phishing could imitate.

export function passwordChangedLetter({ firstName }: Recipient, office: Office): Letter {
  return {
    subject: msg`Your password was changed`,
    preview: msg`Your account at ${{ office: office.name }} has a new password.`,
    heading: msg`Your password was changed`,
    greeting: greeting(firstName),
    paragraphs: [
      msg`The password for your account was just changed. If that was you, you don’t need to do anything.`,
    ],
    notes: [
      msg`If it wasn’t you, someone else got into your account. Reset your password on the login page right away, then call us at ${{ phone: phone(office) }}.`,
      NEVER_ASK,
    ],
  };
}

export function emailChangeRequestedLetter({ firstName }: Recipient, office: Office): Letter {
  return {
    subject: msg`Someone asked to change your email address`,
    preview: msg`Your account at ${{ office: office.name }} is about to get a new email address.`,
    heading: msg`Is this you?`,
    greeting: greeting(firstName),
    paragraphs: [
      msg`Someone who is logged in to your account asked us to change its email address. The change takes effect when someone opens the link we sent to the new address. If that was you, you don’t need to do anything else here.`,
    ],
    notes: [
      msg`If it wasn’t you, someone else is in your account. Reset your password on the login page now. That cancels the change and logs everyone else out. Then call us at ${{ phone: phone(office) }}.`,
      NEVER_ASK,
    ],
  };
}

export function emailChangedLetter({ firstName }: Recipient, office: Office): Letter {
  return {
    subject: msg`Your email address was changed`,
    preview: msg`Your account at ${{ office: office.name }} has a new email address.`,
    heading: msg`Your email address was changed`,
    greeting: greeting(firstName),
    paragraphs: [
      msg`From now on, we’ll email you at your new address, and you log in with it. We no longer use this one. If that was you, you don’t need to do anything.`,
    ],
    notes: [
      msg`If it wasn’t you, someone else got into your account. Please call us right away at ${{ phone: phone(office) }}.`,
      NEVER_ASK,
    ],
  };
}

export function newSignInLetter(
  { firstName, at, userAgent, address }: SignInMail,
  office: Office,
  { language, t }: Reader = englishReader,
): Letter {
  return {
    subject: msg`New login to your account`,
    preview: msg`If that was you, you don’t need to do anything.`,
    heading: msg`New login to your account`,
    greeting: greeting(firstName),
    paragraphs: [
      msg`Someone just logged in to your account at ${{ office: office.name }} from a device or place we haven’t seen before. If that was you, you don’t need to do anything.`,
    ],
    facts: [
      { name: msg`When`, value: momentInWords(at, office, language, { weekday: true }) },
      { name: msg`Device`, value: deviceName(userAgent, t) ?? msg`Unknown device` },
      ...(address === null ? [] : [{ name: msg`IP address`, value: address }]),
    ],
    notes: [
      msg`If it wasn’t you, someone else can get into your account. Reset your password on the login page right away. That also logs everyone else out. Then call us at ${{ phone: phone(office) }}.`,
      NEVER_ASK,
    ],
  };
}

export function factorAddedLetter({ firstName }: Recipient, office: Office): Letter {
  return {
    subject: msg`An authenticator app was added`,
    preview: msg`From now on, you’ll need a code from your phone to log in.`,
    heading: msg`An authenticator app was added`,
    greeting: greeting(firstName),
    paragraphs: [
      msg`An authenticator app was just added to your account at ${{ office: office.name }}. After your password, we’ll ask for a code from the app. If you did this, you don’t need to do anything.`,
      msg`Keep your recovery codes in a safe place. If you lose your phone, each code lets you log in once.`,
    ],
    notes: [
      msg`If it wasn’t you, someone else got into your account. Please call us right away at ${{ phone: phone(office) }}.`,
      msg`We’ll never ask for your password or a code by email or phone.`,
    ],
  };
}

export function factorRemovedLetter({ firstName }: Recipient, office: Office): Letter {
  return {
    subject: msg`An authenticator app was removed`,
    preview: msg`Your account at ${{ office: office.name }} no longer asks for a code from it.`,
    heading: msg`An authenticator app was removed`,
    greeting: greeting(firstName),
    paragraphs: [
      msg`An authenticator app was just removed from your account. If you did this, you don’t need to do anything.`,
      msg`Without one, anyone who knows your password can log in. You can add one again on your account page.`,
    ],
    notes: [
      msg`If it wasn’t you, someone else got into your account. Reset your password on the login page right away, and call us at ${{ phone: phone(office) }}.`,
      NEVER_ASK,
    ],
  };
}

export function factorsResetLetter({ firstName }: Recipient, office: Office): Letter {
  return {
    subject: msg`Your authenticator app was reset`,
    preview: msg`Log in with your password and set it up again.`,
    heading: msg`Your authenticator app was reset`,
    greeting: greeting(firstName),
    paragraphs: [
      msg`${{ office: office.name }} removed your authenticator apps and recovery codes and logged you out everywhere. You can log in with your password now.`,
      msg`Please set up an authenticator app again on your account page.`,
    ],
    notes: [
      msg`If you didn’t ask for this, please call us right away at ${{ phone: phone(office) }}. Someone may be pretending to be you.`,
      NEVER_ASK,
    ],
  };
}

export function recoveryCodeUsedLetter(
  { firstName, remaining }: Recipient & { remaining: number },
  office: Office,
): Letter {
  return {
    subject: msg`A recovery code was used`,
    preview: msg`One of your recovery codes was used to log in.`,
    heading: msg`A recovery code was used`,
    greeting: greeting(firstName),
    paragraphs: [
      msg`One of your recovery codes was just used to log in to your account at ${{ office: office.name }}. If that was you, you don’t need to do anything. ${plural({ remaining }, { 0: 'It was your last one. Please make new ones on your account page.', one: 'You have one left. You can make new ones on your account page.', other: 'You have # left.' })}`,
    ],
    notes: [
      msg`If it wasn’t you, someone has your password and your recovery codes. Please call us right away at ${{ phone: phone(office) }}.`,
      NEVER_ASK,
    ],
  };
}
