import type { Language } from '#domain/language/language.ts';
import type { Transaction } from '#server/database/database.ts';

export interface Recipient {
  to: string;
  /** As typed at sign-up. Not trusted: `greeting` cleans it before it is used in a mail. */
  firstName?: string | undefined;
  /** English if it is not known. */
  language?: Language | undefined;
}

export interface LinkMail extends Recipient {
  /** Works once, for one hour. */
  link: string;
  /** Eight digits that do the same as the link, for people who can't open it. */
  code: string;
}

export interface SignInMail extends Recipient {
  at: Date;
  /** These two help a person recognize their device. */
  userAgent: string | null;
  address: string | null;
}

export interface InvitationMail extends Recipient {
  /** Works once, for `hours`. */
  link: string;
  hours: number;
  /** The name of the super user who invites. */
  by: string;
}

/** What a super user did to a staff account. All super users are notified. */
export type StaffAction = 'invited' | 'email_correction' | 'factors_reset';

export interface StaffActionMail extends Recipient {
  action: StaffAction;
  /** Who did it, and to which account. Names or addresses as typed by people. */
  by: string;
  about: string;
}

/** The mails of the auth service. Each is queued in the given transaction, so it is sent only if that commits. */
export interface AuthMails {
  confirmation(tx: Transaction, mail: LinkMail): Promise<void>;
  recovery(tx: Transaction, mail: LinkMail): Promise<void>;
  magicLink(tx: Transaction, mail: LinkMail): Promise<void>;
  /** To the new address. */
  emailChange(tx: Transaction, mail: LinkMail): Promise<void>;
  reauthentication(tx: Transaction, mail: Recipient & { code: string }): Promise<void>;
  passwordChanged(tx: Transaction, mail: Recipient): Promise<void>;
  /** To the current address, when a new one is requested: the request may not be the owner's. */
  emailChangeRequested(tx: Transaction, mail: Recipient): Promise<void>;
  /** To the old address, when the new one takes effect. */
  emailChanged(tx: Transaction, mail: Recipient): Promise<void>;
  /** For a sign-in from a new device or location. */
  newSignIn(tx: Transaction, mail: SignInMail): Promise<void>;
  factorAdded(tx: Transaction, mail: Recipient): Promise<void>;
  factorRemoved(tx: Transaction, mail: Recipient): Promise<void>;
  /** The office reset the second factors of a person who lost them. */
  factorsReset(tx: Transaction, mail: Recipient): Promise<void>;
  recoveryCodeUsed(tx: Transaction, mail: Recipient & { remaining: number }): Promise<void>;
  invitation(tx: Transaction, mail: InvitationMail): Promise<void>;
  /** To the new address, when the office corrects an address. */
  emailCorrection(tx: Transaction, mail: Recipient & { link: string; hours: number }): Promise<void>;
  /** To the current address, when the office starts to correct it. */
  emailCorrectionStarted(tx: Transaction, mail: Recipient): Promise<void>;
  /** To every super user, so that someone notices what a stolen session does to staff accounts. */
  staffAction(tx: Transaction, mail: StaffActionMail): Promise<void>;
}
