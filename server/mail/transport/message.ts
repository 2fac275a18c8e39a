import type { SendMailOptions } from 'nodemailer';
import type { Business } from '#domain/business/business.ts';
import type { OutgoingMail } from './transport.ts';

/** The From address. */
export interface Sender {
  name: string;
  address: string;
}

export function senderOf({ name, contact }: Pick<Business, 'name' | 'contact'>): Sender {
  return { name, address: contact.email };
}

/** Some mail programs truncate longer headers. */
const MAX_REFERENCES = 20;

/** The mail as nodemailer options, for every transport. */
export function toMessage(mail: OutgoingMail, sender: Sender): SendMailOptions {
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  const idOf = (name: string) => `<${name}@${domain}>`;
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
