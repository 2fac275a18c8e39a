import type { Transaction } from '#server/database/database.ts';

export interface Recipient {
  to: string;
  /** As the person wrote it at sign-up: anybody's text, to be checked before it stands in a mail. */
  firstName?: string | undefined;
}

export interface LinkMail extends Recipient {
  /** Works once, for an hour. */
  link: string;
  /** Does the same as the link, in eight digits, for people who can't open it. */
  code: string;
}

export interface SignInMail extends Recipient {
  at: Date;
  /** The two by which a person may know an own device. */
  userAgent: string | null;
  address: string | null;
}

export interface InvitationMail extends Recipient {
  /** Works once, for so many hours. */
  link: string;
  hours: number;
  /** The super user who invites. */
  by: string;
}

/** What one super user did to an account of the staff, as all of them are told. */
export type StaffAction = 'invited' | 'email_correction' | 'factors_reset';

export interface StaffActionMail extends Recipient {
  act: StaffAction;
  /** Who did it, and to which account: names or addresses as people typed them. */
  by: string;
  about: string;
}

/**
 * The mails that the auth service causes. Each is queued in the transaction that it is given, so that a mail
 * leaves exactly if what it tells of is true.
 */
export interface AuthMails {
  confirmation(tx: Transaction, mail: LinkMail): Promise<void>;
  recovery(tx: Transaction, mail: LinkMail): Promise<void>;
  magicLink(tx: Transaction, mail: LinkMail): Promise<void>;
  /** To the new address. */
  emailChange(tx: Transaction, mail: LinkMail): Promise<void>;
  reauthentication(tx: Transaction, mail: Recipient & { code: string }): Promise<void>;
  passwordChanged(tx: Transaction, mail: Recipient): Promise<void>;
  /** To the present address, when a new one was asked for: its owner may not know about it. */
  emailChangeRequested(tx: Transaction, mail: Recipient): Promise<void>;
  /** To the old address, once the new one is in effect. */
  emailChanged(tx: Transaction, mail: Recipient): Promise<void>;
  /** Somebody signed in from where this person never did before. */
  newSignIn(tx: Transaction, mail: SignInMail): Promise<void>;
  factorAdded(tx: Transaction, mail: Recipient): Promise<void>;
  factorRemoved(tx: Transaction, mail: Recipient): Promise<void>;
  /** By the office, for a person who could not any more. */
  factorsReset(tx: Transaction, mail: Recipient): Promise<void>;
  recoveryCodeUsed(tx: Transaction, mail: Recipient & { remaining: number }): Promise<void>;
  invitation(tx: Transaction, mail: InvitationMail): Promise<void>;
  /** To the new address, when the office corrects it. */
  emailCorrection(tx: Transaction, mail: Recipient & { link: string; hours: number }): Promise<void>;
  /** To the present address, when the office is about to correct it. */
  emailCorrectionStarted(tx: Transaction, mail: Recipient): Promise<void>;
  /** To every super user, so that what a stolen session does to the staff's accounts is noticed. */
  staffAction(tx: Transaction, mail: StaffActionMail): Promise<void>;
}
