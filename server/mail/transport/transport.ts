import type { SendMailOptions } from 'nodemailer';
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

/** The office, whose address is the From address. */
export interface Sender {
  name: string;
  contact: { email: string };
}

/** Some mail programs truncate longer headers. */
const MAX_REFERENCES = 20;

/** The mail as nodemailer options, for every transport. */
export function toMessage(mail: OutgoingMail, { name, contact: { email } }: Sender): SendMailOptions {
  const sender = { name, address: email };
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const idOf = (id: string) => `<${id}@${domain}>`;
  return {
    from: sender,
    // As an object, so that an address with a comma stays one recipient.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    // As an alternative part, which mail programs look for, and as an attachment for those that don't.
    ...(mail.invitation && {
      icalEvent: {
        method: mail.invitation.method,
        filename: mail.invitation.filename,
        content: mail.invitation.ics,
      },
    }),
    messageId: idOf(mail.id),
    ...(mail.thread && {
      inReplyTo: idOf(mail.thread.earlier.at(-1) ?? mail.thread.root),
      references: [mail.thread.root, ...mail.thread.earlier.slice(-MAX_REFERENCES)].map(idOf),
    }),
    date: new Date(mail.createdAt),
    ...(mail.personal
      ? { replyTo: sender }
      : // Suppresses automatic replies (RFC 3834).
        { headers: { 'Auto-Submitted': 'auto-generated' } }),
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
