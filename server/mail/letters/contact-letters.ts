import { z } from 'zod';
import { replyClosing, replyGreeting, replySubject } from '#domain/contact/reply.ts';
import { html } from './html.ts';
import { brokenLines } from './layout.ts';
import type { Letter, Office } from './letter.ts';
import { oneLine } from './visitor-html.ts';

// Letters about what visitors write on the contact page: the office hears of it, and answers.

const received = z.object({ message_id: z.uuid(), name: z.string() });

/** To the office. What the visitor wrote stays in the portal; the name tells which one it is. */
export function contactReceived(facts: unknown, siteUrl: string): Letter {
  const { message_id, name } = received.parse(facts);
  const who = oneLine(name, 80) || 'Somebody';
  return {
    subject: `New message: ${who}`,
    preview: 'Somebody has written on the contact page.',
    heading: 'A message has come in',
    greeting: 'Hello,',
    paragraphs: [`${who} has written to the office on the contact page.`],
    action: {
      label: 'Read and answer it',
      link: `${siteUrl}/manage?queue=messages&message=${message_id}`,
    },
    notes: ['Nothing of what the message says is in this mail.'],
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
  /** Who answers, by the first name. */
  signed: z.string().nullish(),
  /** The mails with the answers before this one. */
  earlier: z.array(z.uuid()).default([]),
});

/** To the visitor: what somebody of the office has written, and below it what it answers. */
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
      `On ${moment(asked_at, office)} you wrote:`,
    ],
    quoted: { html: html`<p style="margin:12px 0">${brokenLines(message)}</p>`, text: message },
    notes: [
      'You can simply answer this email; it reaches us.',
      'Please send papers and numbers through your account, never by email: it isn’t safe enough.',
    ],
    thread: { root: rootOf(message_id), earlier },
    personal: true,
  };
}

/** What all mails about one message refer to, though no mail bears it: mailboxes sort by it. */
const rootOf = (messageId: string) => `contact-${messageId}`;

/** In the office's time: "November 20, 2026 at 12:14 PM EST". */
function moment(iso: string, { timeZone }: Office): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(iso));
}
