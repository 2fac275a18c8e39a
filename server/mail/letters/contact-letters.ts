import { z } from 'zod';
import { replyClosing, replyGreeting, replySubject } from '#domain/contact/reply.ts';
import { html } from './html.ts';
import { withLineBreaks } from './layout.ts';
import { type Letter, momentInWords, type Office } from './letter.ts';
import { oneLine } from './visitor-html.ts';

// Letters about messages from the contact page: the notice to the office, and its reply.

const received = z.object({ message_id: z.uuid(), name: z.string() });

/** Notifies the office. The message itself stays in the portal. */
export function contactReceived(facts: unknown, siteUrl: string): Letter {
  const { message_id, name } = received.parse(facts);
  const who = oneLine(name, 80) || 'Somebody';
  return {
    subject: `New message: ${who}`,
    preview: 'Someone has sent a message on the contact page.',
    heading: 'New message',
    greeting: 'Hello,',
    paragraphs: [`${who} has sent a message on the contact page.`],
    action: {
      label: 'Read and answer it',
      link: `${siteUrl}/manage?queue=messages&message=${message_id}`,
    },
    notes: ['The message is not in this mail.'],
    thread: { root: rootOf(message_id), earlier: [] },
  };
}

const reply = z.object({
  message_id: z.uuid(),
  name: z.string(),
  subject: z.string(),
  message: z.string(),
  asked_at: z.iso.datetime({ offset: true }),
  reply: z.string(),
  /** The first name of who replies. */
  signed: z.string().nullish(),
  /** The ids of the mails with earlier replies. */
  earlier: z.array(z.uuid()).default([]),
});

/** The office's reply to the visitor, with the quoted message. */
export function contactReply(facts: unknown, office: Office): Letter {
  const { message_id, name, subject, asked_at, signed, earlier, ...words } = reply.parse(facts);
  const message = words.message.replace(/\r\n?/g, '\n');
  return {
    subject: replySubject(subject),
    preview: oneLine(words.reply, 140),
    heading: 'Our answer to your message',
    greeting: replyGreeting(name),
    paragraphs: [
      ...words.reply.split(/\r?\n(?:[^\S\n]*\r?\n)+/),
      replyClosing(signed, office.name),
      `On ${momentInWords(new Date(asked_at), office)} you wrote:`,
    ],
    quoted: { html: html`<p style="margin:12px 0">${withLineBreaks(message)}</p>`, text: message },
    notes: [
      'You can simply reply to this email.',
      'Please send papers and numbers through your account, never by email: it isn’t safe enough.',
    ],
    thread: { root: rootOf(message_id), earlier },
    personal: true,
  };
}

/** The thread id of all mails about one message. No mail has it as its own id; mail programs group by it. */
const rootOf = (messageId: string) => `contact-${messageId}`;
