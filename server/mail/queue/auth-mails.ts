import type { AuthMails, Recipient } from '#server/auth/mails/auth-mails.ts';
import type { Transaction } from '#server/database/database.ts';
import { authLetters, reauthenticationLetter } from '../letters/auth-letters.ts';
import type { Letter, Office } from '../letters/letter.ts';
import {
  emailChangedLetter,
  emailChangeRequestedLetter,
  factorAddedLetter,
  factorRemovedLetter,
  factorsResetLetter,
  newSignInLetter,
  passwordChangedLetter,
  recoveryCodeUsedLetter,
} from '../letters/notice-letters.ts';
import {
  emailCorrectionLetter,
  emailCorrectionStartedLetter,
  invitationLetter,
  staffActionLetter,
} from '../letters/people-letters.ts';
import { renderLetter } from '../letters/render-letter.ts';
import { enqueueMail } from './queue.ts';

/** How long the auth service's links and codes are valid. */
const SECRET_MINUTES = 60;

/** Renders and queues the mails of the auth service. */
export function createAuthMails(office: Office): AuthMails {
  const notice = (tx: Transaction, { to }: Recipient, type: string, letter: Letter) =>
    enqueueMail(tx, { to, type, ...renderLetter(letter, office) });
  const secret = (tx: Transaction, { to }: Recipient, type: string, letter: Letter) =>
    enqueueMail(tx, {
      to,
      type,
      ...renderLetter(letter, office),
      usefulMinutes: SECRET_MINUTES,
      urgent: true,
    });
  const link = (
    tx: Transaction,
    { to, hours }: Recipient & { hours: number },
    type: string,
    letter: Letter,
  ) => enqueueMail(tx, { to, type, ...renderLetter(letter, office), usefulMinutes: hours * 60 });
  return {
    confirmation: (tx, mail) => secret(tx, mail, 'confirmation', authLetters.confirmation(mail, office)),
    recovery: (tx, mail) => secret(tx, mail, 'recovery', authLetters.recovery(mail)),
    magicLink: (tx, mail) => secret(tx, mail, 'magic_link', authLetters.magicLink(mail, office)),
    emailChange: (tx, mail) => secret(tx, mail, 'email_change', authLetters.emailChange(mail, office)),
    reauthentication: (tx, mail) => secret(tx, mail, 'reauthentication', reauthenticationLetter(mail)),
    passwordChanged: (tx, mail) => notice(tx, mail, 'password_changed', passwordChangedLetter(mail, office)),
    emailChangeRequested: (tx, mail) =>
      notice(tx, mail, 'email_change_asked', emailChangeRequestedLetter(mail, office)),
    emailChanged: (tx, mail) => notice(tx, mail, 'email_changed', emailChangedLetter(mail, office)),
    newSignIn: (tx, mail) => notice(tx, mail, 'new_sign_in', newSignInLetter(mail, office)),
    factorAdded: (tx, mail) => notice(tx, mail, 'factor_added', factorAddedLetter(mail, office)),
    factorRemoved: (tx, mail) => notice(tx, mail, 'factor_removed', factorRemovedLetter(mail, office)),
    factorsReset: (tx, mail) => notice(tx, mail, 'factors_reset', factorsResetLetter(mail, office)),
    recoveryCodeUsed: (tx, mail) =>
      notice(tx, mail, 'recovery_code_used', recoveryCodeUsedLetter(mail, office)),
    invitation: (tx, mail) => link(tx, mail, 'invitation', invitationLetter(mail, office)),
    emailCorrection: (tx, mail) => link(tx, mail, 'email_correction', emailCorrectionLetter(mail, office)),
    emailCorrectionStarted: (tx, mail) =>
      notice(tx, mail, 'email_correction_asked', emailCorrectionStartedLetter(mail, office)),
    staffAction: (tx, mail) => notice(tx, mail, 'staff_act', staffActionLetter(mail, office)),
  };
}
