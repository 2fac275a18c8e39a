import { deviceName } from '#domain/account/device.ts';
import { greeting } from '#domain/contact/greeting.ts';
import { msg, plural } from '#domain/language/message.ts';
import type { Reader, Wording } from '#domain/language/translate.ts';
import type { AuthMailFacts, AuthMailType, StaffAction } from '#server/auth/mails/auth-mails.ts';
import { englishReader } from '#server/language/readers.ts';
import { type Letter, momentInWords, type Office, phone, plainName } from './letter.ts';

const CODE = msg`If you are asked for a code, enter this one:`;
const NEVER_ASK = msg`We’ll never ask for your password by email or phone.`;

interface AuthLetter extends Omit<Letter, 'greeting' | 'notes'> {
  /** What to do if someone else caused the mail. */
  unexpected: Wording;
  /** What we never ask for, if it isn't the password; null: not said. */
  never?: Wording | null;
}

type Write<Mail> = (mail: Mail, office: Office, reader: Reader) => AuthLetter;

/** The letters of the auth service. */
const letters: { [Type in AuthMailType]: Write<AuthMailFacts[Type]> } = {
  confirmation: ({ link, code }, office) => ({
    subject: msg`Please confirm your email address`,
    preview: msg`One more step and your account at ${{ office: office.name }} is ready.`,
    heading: msg`Please confirm your email`,
    paragraphs: [
      msg`Thank you for signing up with ${{ office: office.name }}. Click the button to confirm that this email address is yours. Then you can log in and send us your documents.`,
      msg`The button works once and expires in one hour. After that, it opens a page where you can get a new one.`,
    ],
    action: { label: msg`Confirm my email`, link },
    code: { says: CODE, digits: code },
    unexpected: msg`If you didn’t sign up with us, don’t click the button. Someone else chose the password for this account, and no one can use it without this step.`,
  }),
  recovery: ({ link, code }) => ({
    subject: msg`Choose a new password`,
    preview: msg`Someone, probably you, asked for a new password.`,
    paragraphs: [
      msg`You asked for a new password. Click the button to choose one.`,
      msg`The button works once and expires in one hour. Your current password works until you choose a new one.`,
    ],
    action: { label: msg`Choose a new password`, link },
    code: { says: CODE, digits: code },
    unexpected: msg`If you didn’t ask for this, ignore this email. No one can change your password without it. If you get these often, please call us.`,
  }),
  magic_link: ({ link, code }, office) => ({
    subject: msg`Your login link for ${{ office: office.name }}`,
    preview: msg`Click the button to log in. It works once.`,
    heading: msg`Log in`,
    paragraphs: [msg`Click the button to log in. It works once and expires in one hour.`],
    action: { label: msg`Log in`, link },
    code: { says: CODE, digits: code },
    unexpected: msg`If you didn’t try to log in, ignore this email. Don’t give the code or the link to anyone.`,
  }),
  email_change: ({ link, code }, office) => ({
    subject: msg`Please confirm your new email address`,
    preview: msg`Confirm that ${{ office: office.name }} can email you here from now on.`,
    heading: msg`Is this your new address?`,
    paragraphs: [
      msg`You asked us to use this email address for your account from now on. Click the button to confirm that it’s yours. Nothing changes until you do. The button works once and expires in one hour.`,
    ],
    action: { label: msg`Use this address`, link },
    code: { says: CODE, digits: code },
    unexpected: msg`If you didn’t ask for this, ignore this email. Your account stays the same. If you think someone else is using your account, please call us.`,
  }),
  reauthentication: ({ code }) => ({
    subject: msg`Your code to confirm it’s you`,
    preview: msg`Enter this code on the page that asked for it.`,
    heading: msg`Is this you?`,
    paragraphs: [
      msg`You’re about to change something important in your account, so we’re checking that it’s you.`,
    ],
    code: { says: msg`Enter this code on the page that asked for it:`, digits: code },
    unexpected: msg`If you didn’t ask for this, someone else may be logged in to your account. Please change your password and call us.`,
    never: msg`Don’t give the code to anyone. We’ll never ask for it by email or phone.`,
  }),

  // Notices about account changes, so that owners learn of changes by others. Without links, which phishing could imitate.

  password_changed: (_mail, office) => ({
    subject: msg`Your password was changed`,
    preview: msg`Your account at ${{ office: office.name }} has a new password.`,
    paragraphs: [
      msg`The password for your account was just changed. If that was you, you don’t need to do anything.`,
    ],
    unexpected: msg`If it wasn’t you, someone else got into your account. Reset your password on the login page right away, then call us at ${{ phone: phone(office) }}.`,
  }),
  email_change_asked: (_mail, office) => ({
    subject: msg`Someone asked to change your email address`,
    preview: msg`Your account at ${{ office: office.name }} is about to get a new email address.`,
    heading: msg`Is this you?`,
    paragraphs: [
      msg`Someone who is logged in to your account asked us to change its email address. The change takes effect when someone opens the link we sent to the new address. If that was you, you don’t need to do anything else here.`,
    ],
    unexpected: msg`If it wasn’t you, someone else is in your account. Reset your password on the login page now. That cancels the change and logs everyone else out. Then call us at ${{ phone: phone(office) }}.`,
  }),
  email_changed: (_mail, office) => ({
    subject: msg`Your email address was changed`,
    preview: msg`Your account at ${{ office: office.name }} has a new email address.`,
    paragraphs: [
      msg`From now on, we’ll email you at your new address, and you log in with it. We no longer use this one. If that was you, you don’t need to do anything.`,
    ],
    unexpected: msg`If it wasn’t you, someone else got into your account. Please call us right away at ${{ phone: phone(office) }}.`,
  }),
  new_sign_in: ({ at, userAgent, address }, office, { language, t }) => ({
    subject: msg`New login to your account`,
    preview: msg`If that was you, you don’t need to do anything.`,
    paragraphs: [
      msg`Someone just logged in to your account at ${{ office: office.name }} from a device or place we haven’t seen before. If that was you, you don’t need to do anything.`,
    ],
    facts: [
      { name: msg`When`, value: momentInWords(at, office, language, { weekday: true }) },
      { name: msg`Device`, value: deviceName(userAgent, t) ?? msg`Unknown device` },
      ...(address === null ? [] : [{ name: msg`IP address`, value: address }]),
    ],
    unexpected: msg`If it wasn’t you, someone else can get into your account. Reset your password on the login page right away. That also logs everyone else out. Then call us at ${{ phone: phone(office) }}.`,
  }),
  factor_added: (_mail, office) => ({
    subject: msg`An authenticator app was added`,
    preview: msg`From now on, you’ll need a code from your phone to log in.`,
    paragraphs: [
      msg`An authenticator app was just added to your account at ${{ office: office.name }}. After your password, we’ll ask for a code from the app. If you did this, you don’t need to do anything.`,
      msg`Keep your recovery codes in a safe place. If you lose your phone, each code lets you log in once.`,
    ],
    unexpected: msg`If it wasn’t you, someone else got into your account. Please call us right away at ${{ phone: phone(office) }}.`,
    never: msg`We’ll never ask for your password or a code by email or phone.`,
  }),
  factor_removed: (_mail, office) => ({
    subject: msg`An authenticator app was removed`,
    preview: msg`Your account at ${{ office: office.name }} no longer asks for a code from it.`,
    paragraphs: [
      msg`An authenticator app was just removed from your account. If you did this, you don’t need to do anything.`,
      msg`Without one, anyone who knows your password can log in. You can add one again on your account page.`,
    ],
    unexpected: msg`If it wasn’t you, someone else got into your account. Reset your password on the login page right away, and call us at ${{ phone: phone(office) }}.`,
  }),
  factors_reset: (_mail, office) => ({
    subject: msg`Your authenticator app was reset`,
    preview: msg`Log in with your password and set it up again.`,
    paragraphs: [
      msg`${{ office: office.name }} removed your authenticator apps and recovery codes and logged you out everywhere. You can log in with your password now.`,
      msg`Please set up an authenticator app again on your account page.`,
    ],
    unexpected: msg`If you didn’t ask for this, please call us right away at ${{ phone: phone(office) }}. Someone may be pretending to be you.`,
  }),
  recovery_code_used: ({ remaining }, office) => ({
    subject: msg`A recovery code was used`,
    preview: msg`One of your recovery codes was used to log in.`,
    paragraphs: [
      msg`One of your recovery codes was just used to log in to your account at ${{ office: office.name }}. If that was you, you don’t need to do anything. ${plural({ remaining }, { 0: 'It was your last one. Please make new ones on your account page.', one: 'You have one left. You can make new ones on your account page.', other: 'You have # left.' })}`,
    ],
    unexpected: msg`If it wasn’t you, someone has your password and your recovery codes. Please call us right away at ${{ phone: phone(office) }}.`,
  }),

  // To the people concerned about what super users do to accounts at /manage/office.

  invitation: ({ link, hours, ...names }, office, { t }) => {
    const by = plainName(names.by, t(msg`A colleague`));
    return {
      subject: msg`Your account at ${{ office: office.name }}`,
      preview: msg`Choose a password to get started.`,
      heading: msg`You’re invited`,
      paragraphs: [
        msg`${{ by }} invited you to join the client portal of ${{ office: office.name }} as staff. Click the button to choose a password. Then we’ll help you set up an authenticator app on your phone.`,
        msg`The button works once and expires in ${{ hours }} hours.`,
      ],
      action: { label: msg`Choose my password`, link },
      unexpected: msg`If you weren’t expecting this, ignore this email. You won’t have an account unless you click the button.`,
    };
  },
  email_correction: ({ link, hours }, office) => ({
    subject: msg`Please confirm your email address`,
    preview: msg`Confirm that ${{ office: office.name }} can email you here from now on.`,
    heading: msg`Is this your address?`,
    paragraphs: [
      msg`You told ${{ office: office.name }} that this is your email address. Click the button to use it for your account. Nothing changes until you do.`,
      msg`The button works once and expires in ${{ hours }} hours. Then log in with this address and your current password.`,
    ],
    action: { label: msg`Use this address`, link },
    unexpected: msg`If you didn’t tell us this, ignore this email and don’t click the button.`,
  }),
  email_correction_asked: (_mail, office) => ({
    subject: msg`Your email address is about to change`,
    preview: msg`Someone asked ${{ office: office.name }} to change the email address for your account.`,
    heading: msg`Did you ask for this?`,
    paragraphs: [
      msg`Someone at ${{ office: office.name }} entered a new email address for your account. The change takes effect when someone opens the link we sent to the new address. If you asked for this, you don’t need to do anything.`,
    ],
    unexpected: msg`If you didn’t ask for this, please call us right away at ${{ phone: phone(office) }}. You can also stop it yourself: reset your password on the login page before anyone opens the link.`,
  }),
  staff_act: ({ action, ...names }, office, { t }) => {
    const { subject, text } = ACTIONS[action]({
      by: plainName(names.by, t(msg`A super user`)),
      about: plainName(names.about, t(msg`without an address`)),
    });
    return {
      subject,
      preview: msg`All super users at ${{ office: office.name }} get this email.`,
      paragraphs: [
        text,
        msg`All super users get this email. If you expected this, you don’t need to do anything.`,
      ],
      unexpected: msg`If you didn’t expect this, ask the person named above. If it wasn’t them, someone else is using their account. Deactivate it under Office, People, and check the log there.`,
      never: null,
    };
  },
};

/** The letter of this type. */
export function authLetter<Type extends AuthMailType>(
  type: Type,
  mail: AuthMailFacts[Type],
  office: Office,
  reader: Reader = englishReader,
): Letter {
  const { unexpected, never = NEVER_ASK, ...letter } = letters[type](mail, office, reader);
  const notes = never === null ? [unexpected] : [unexpected, never];
  return { ...letter, greeting: greeting(mail.firstName), notes };
}

export function isAuthMailType(text: string): text is AuthMailType {
  return Object.hasOwn(letters, text);
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
