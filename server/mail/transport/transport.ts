import type { MailFailure } from '#contract/mail-failures.ts';
import type { MailContent } from '../letters/letter.ts';

/** A mail to be handed to a transport. */
export interface OutgoingMail extends MailContent {
  /** The queue row's id, which becomes the Message-ID: a second copy after a crash is recognized. */
  id: string;
  to: string;
  /** UTC with microseconds. */
  createdAt: string;
}

export interface MailTransport {
  /** Resolves when the server has accepted the mail. Throws `DeliveryError`, or the reason of the abort. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  /** Why mails can't be sent right now, in a sentence that names the setting; undefined if they can. */
  check(): Promise<string | undefined>;
  close(): void;
}

/** Why a mail could not be handed over. */
export class DeliveryError extends Error {
  /** What staff see. */
  readonly failure: MailFailure;
  /** Another attempt would fail too. */
  readonly permanent: boolean;
  /** The kind of failure for the log, without addresses. */
  readonly kind: string;

  /** `message` comes from the mail server and may contain an address, so it is stored but not logged. */
  constructor(
    message: string,
    { failure, permanent, kind, cause }: Pick<DeliveryError, 'failure' | 'permanent' | 'kind' | 'cause'>,
  ) {
    super(message, { cause });
    this.failure = failure;
    this.permanent = permanent;
    this.kind = kind;
  }
}
