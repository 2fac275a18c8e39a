import type { SendMailOptions } from 'nodemailer';
import type { OutgoingMail } from './transport.ts';

/** Who the office's mails come from. */
export interface Sender {
  name: string;
  address: string;
}

/** Enough for any mailbox; a header of hundreds is cut off by some. */
const REFERENCES = 20;

/** The mail in nodemailer's terms, the same for every way out. */
export function toMessage(mail: OutgoingMail, sender: Sender): SendMailOptions {
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  const idOf = (name: string) => `<${name}@${domain}>`;
  return {
    from: sender,
    // As an object: an address that looks like a list stays one recipient.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    // Beside the words, where mail programs look for it, and as a file for those that don't.
    ...(mail.invitation && {
      icalEvent: {
        method: mail.invitation.method,
        filename: 'appointment.ics',
        content: mail.invitation.ics,
      },
    }),
    messageId: idOf(mail.id),
    ...(mail.thread && {
      inReplyTo: idOf(mail.thread.earlier.at(-1) ?? mail.thread.root),
      references: [mail.thread.root, ...mail.thread.earlier.slice(-REFERENCES)].map(idOf),
    }),
    date: new Date(mail.createdAt),
    ...(mail.personal
      ? { replyTo: sender }
      : // Keeps holiday answers away (RFC 3834).
        { headers: { 'Auto-Submitted': 'auto-generated' } }),
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
