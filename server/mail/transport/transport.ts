import type { MailFailure } from '#contract/mail-failures.ts';

import type { Invitation, Thread } from '../letters/letter.ts';

/** What a mail says, written out. */
export interface Written {
  subject: string;
  html: string;
  text: string;
  invitation?: Invitation;
  thread?: Thread;
  personal?: boolean;
}

/** A mail as a transport gets it: ready but for its way out. */
export interface OutgoingMail extends Written {
  /** The queue row's id. A second sending after a crash carries the same one, so it is known for the same mail. */
  id: string;
  to: string;
  /** UTC, to the microsecond. */
  createdAt: string;
}

export interface MailTransport {
  /** Resolves when the mail is safely handed over. Throws `DeliveryError`, or the abort's own error. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  /** Why mails can't be sent this way right now, in one sentence that names the setting; undefined if they can. */
  check(): Promise<string | undefined>;
  close(): void;
}

/** Why a mail could not be handed over. */
export class DeliveryError extends Error {
  /** What staff are told. */
  readonly failure: MailFailure;
  /** Another try would get the same answer. */
  readonly permanent: boolean;
  /** The kind of failure, free of addresses: what may be logged. */
  readonly kind: string;

  /** `message` is the other side's own words; they may name an address, so they stay in the database. */
  constructor(message: string, { failure, permanent, kind, cause }: FailureDetails) {
    super(message, { cause });
    this.failure = failure;
    this.permanent = permanent;
    this.kind = kind;
  }
}

interface FailureDetails {
  failure: MailFailure;
  permanent: boolean;
  kind: string;
  cause?: unknown;
}
