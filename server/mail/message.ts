import type { SendMailOptions } from 'nodemailer';
import type { OutgoingMail } from './transport.ts';

/** Who the office's mails come from. */
export interface Sender {
  name: string;
  address: string;
}

/** The mail in nodemailer's terms, the same for every way out. */
export function toMessage(mail: OutgoingMail, sender: Sender): SendMailOptions {
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  return {
    from: sender,
    // As an object: an address that looks like a list stays one recipient.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    messageId: `<${mail.id}@${domain}>`,
    date: new Date(mail.createdAt),
    // Keeps holiday answers away (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
