import { sourceLanguage } from '#domain/language/language.ts';
import type { AuthMails, Recipient } from '#server/auth/mails/auth-mails.ts';
import type { Transaction } from '#server/database/database.ts';
import type { Readers } from '#server/language/readers.ts';
import type { Office } from '#server/office/office.ts';
import { authLetters, reauthenticationLetter } from '../letters/auth-letters.ts';
import type { Letter } from '../letters/letter.ts';
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

/** Renders and queues the mails of the auth service, each in the language of its recipient. */
export function createAuthMails({ current }: Pick<Office, 'current'>, readers: Readers): AuthMails {
  const readerOf = ({ language = sourceLanguage }: Recipient) => readers[language];
  const rendered = (letter: Letter, mail: Recipient) => renderLetter(letter, current(), readerOf(mail));
  const notice = (tx: Transaction, mail: Recipient, type: string, letter: Letter) =>
    enqueueMail(tx, { to: mail.to, type, ...rendered(letter, mail) });
  const secret = (tx: Transaction, mail: Recipient, type: string, letter: Letter) =>
    enqueueMail(tx, {
      to: mail.to,
      type,
      ...rendered(letter, mail),
      usefulMinutes: SECRET_MINUTES,
      urgent: true,
    });
  const link = (tx: Transaction, mail: Recipient & { hours: number }, type: string, letter: Letter) =>
    enqueueMail(tx, { to: mail.to, type, ...rendered(letter, mail), usefulMinutes: mail.hours * 60 });
  return {
    confirmation: (tx, mail) => secret(tx, mail, 'confirmation', authLetters.confirmation(mail, current())),
    recovery: (tx, mail) => secret(tx, mail, 'recovery', authLetters.recovery(mail)),
    magicLink: (tx, mail) => secret(tx, mail, 'magic_link', authLetters.magicLink(mail, current())),
    emailChange: (tx, mail) => secret(tx, mail, 'email_change', authLetters.emailChange(mail, current())),
    reauthentication: (tx, mail) => secret(tx, mail, 'reauthentication', reauthenticationLetter(mail)),
    passwordChanged: (tx, mail) =>
      notice(tx, mail, 'password_changed', passwordChangedLetter(mail, current())),
    emailChangeRequested: (tx, mail) =>
      notice(tx, mail, 'email_change_asked', emailChangeRequestedLetter(mail, current())),
    emailChanged: (tx, mail) => notice(tx, mail, 'email_changed', emailChangedLetter(mail, current())),
    newSignIn: (tx, mail) =>
      notice(tx, mail, 'new_sign_in', newSignInLetter(mail, current(), readerOf(mail))),
    factorAdded: (tx, mail) => notice(tx, mail, 'factor_added', factorAddedLetter(mail, current())),
    factorRemoved: (tx, mail) => notice(tx, mail, 'factor_removed', factorRemovedLetter(mail, current())),
    factorsReset: (tx, mail) => notice(tx, mail, 'factors_reset', factorsResetLetter(mail, current())),
    recoveryCodeUsed: (tx, mail) =>
      notice(tx, mail, 'recovery_code_used', recoveryCodeUsedLetter(mail, current())),
    invitation: (tx, mail) =>
      link(tx, mail, 'invitation', invitationLetter(mail, current(), readerOf(mail).t)),
    emailCorrection: (tx, mail) => link(tx, mail, 'email_correction', emailCorrectionLetter(mail, current())),
    emailCorrectionStarted: (tx, mail) =>
      notice(tx, mail, 'email_correction_asked', emailCorrectionStartedLetter(mail, current())),
    staffAction: (tx, mail) =>
      notice(tx, mail, 'staff_act', staffActionLetter(mail, current(), readerOf(mail).t)),
  };
}
