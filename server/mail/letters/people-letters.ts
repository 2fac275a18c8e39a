import { greeting } from '#domain/contact/greeting.ts';
import type {
  InvitationMail,
  Recipient,
  StaffAction,
  StaffActionMail,
} from '#server/auth/mails/auth-mails.ts';
import { NEVER_ASK } from './auth-letters.ts';
import { type Letter, type Office, phone } from './letter.ts';
import { plainName } from './plain-name.ts';

// Mails to the people concerned about what super users do to accounts at /manage/office.

export function invitationLetter({ firstName, link, hours, by }: InvitationMail, office: Office): Letter {
  return {
    subject: `Your account at ${office.name}`,
    preview: 'Choose a password to get started.',
    heading: 'You are invited',
    greeting: greeting(firstName),
    paragraphs: [
      `${plainName(by, 'A colleague')} has invited you to work in the client portal of ${office.name}. Click the button to choose your password. After that the portal helps you set up an authenticator app on your phone.`,
      `The button works once, within ${hours} hours.`,
    ],
    action: { label: 'Choose my password', link },
    notes: [
      'If you did not expect this, ignore this email. There is no account until you click the button.',
      NEVER_ASK,
    ],
  };
}

export function emailCorrectionLetter(
  { firstName, link, hours }: Recipient & { link: string; hours: number },
  office: Office,
): Letter {
  return {
    subject: 'Please confirm your email address',
    preview: `Confirm that ${office.name} may write to you here from now on.`,
    heading: 'Is this your address?',
    greeting: greeting(firstName),
    paragraphs: [
      `You told ${office.name} that this is your email address. Click the button to use it for your account. Until then nothing changes.`,
      `The button works once, within ${hours} hours. After that, sign in with this address and your current password.`,
    ],
    action: { label: 'Use this address', link },
    notes: ['If you did not tell us this, ignore this email and do not click the button.', NEVER_ASK],
  };
}

export function emailCorrectionStartedLetter({ firstName }: Recipient, office: Office): Letter {
  return {
    subject: 'Your email address is about to change',
    preview: `The office of ${office.name} was asked to use another address for your account.`,
    heading: 'Did you ask for this?',
    greeting: greeting(firstName),
    paragraphs: [
      `Someone at ${office.name} entered another email address for your account. The change takes effect when the link that we sent to the new address is used. If you asked us for it, you don’t need to do anything.`,
    ],
    notes: [
      `If you didn’t ask for this, please call us at once at ${phone(office)}. You can also stop it yourself: choose a new password on the sign-in page before the link is used.`,
      NEVER_ASK,
    ],
  };
}

const ACTIONS: Record<StaffAction, (by: string, about: string) => { subject: string; text: string }> = {
  invited: (by, about) => ({
    subject: 'A person was invited to the staff',
    text: `${by} has invited ${about} to the staff.`,
  }),
  email_correction: (by, about) => ({
    subject: 'The email address of a staff account is about to change',
    text: `${by} has entered another email address for the staff account ${about}. It takes effect when the link in the mail to the new address is used.`,
  }),
  factors_reset: (by, about) => ({
    subject: 'The authenticator app of a staff account was reset',
    text: `${by} has removed the authenticator apps of the staff account ${about}. Its owner sets up a new one at the next sign-in.`,
  }),
};

export function staffActionLetter({ firstName, action, by, about }: StaffActionMail, office: Office): Letter {
  const { subject, text } = ACTIONS[action](
    plainName(by, 'A super user'),
    plainName(about, 'without an address'),
  );
  return {
    subject,
    preview: `All super users of ${office.name} get this mail.`,
    heading: subject,
    greeting: greeting(firstName),
    paragraphs: [text, 'All super users get this mail. If this is expected, you don’t need to do anything.'],
    notes: [
      'If this is unexpected, ask the person named above. If it was not them, someone else is using their account: deactivate it under People in the office, and look at the log there.',
    ],
  };
}
