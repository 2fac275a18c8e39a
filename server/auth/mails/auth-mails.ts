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

/** What a super user did to a staff account. All super users are notified. */
export type StaffAction = 'invited' | 'email_correction' | 'factors_reset';

/** What each mail of the auth service is made from, by its type in the queue. */
export interface AuthMailFacts {
  confirmation: LinkMail;
  recovery: LinkMail;
  magic_link: LinkMail;
  /** To the new address. */
  email_change: LinkMail;
  reauthentication: Recipient & { code: string };
  password_changed: Recipient;
  /** To the current address, when a new one is requested: the request may not be the owner's. */
  email_change_asked: Recipient;
  /** To the old address, when the new one takes effect. */
  email_changed: Recipient;
  /** For a sign-in from a new device or location. */
  new_sign_in: Recipient & {
    at: Date;
    /** These two help a person recognize their device. */
    userAgent: string | null;
    address: string | null;
  };
  factor_added: Recipient;
  factor_removed: Recipient;
  /** The office reset the second factors of a person who lost them. */
  factors_reset: Recipient;
  recovery_code_used: Recipient & { remaining: number };
  /** The link works once, for `hours`. `by`: the name of the super user who invites. */
  invitation: Recipient & { link: string; hours: number; by: string };
  /** To the new address, when the office corrects an address. */
  email_correction: Recipient & { link: string; hours: number };
  /** To the current address, when the office starts to correct it. */
  email_correction_asked: Recipient;
  /** To every super user, so that someone notices what a stolen session does to staff accounts. */
  staff_act: Recipient & {
    action: StaffAction;
    /** Who did it, and to which account. Names or addresses as typed by people. */
    by: string;
    about: string;
  };
}
export type AuthMailType = keyof AuthMailFacts;

export interface AuthMails {
  /** Queues a mail in the given transaction, so it is sent only if that commits. */
  send<Type extends AuthMailType>(tx: Transaction, type: Type, mail: AuthMailFacts[Type]): Promise<void>;
}
