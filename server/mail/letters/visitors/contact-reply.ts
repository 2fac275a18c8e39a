import { z } from 'zod';
import { replyClosing, replyGreeting, replySubject } from '#domain/contact/reply.ts';
import { msg } from '#domain/language/message.ts';
import type { Reader } from '#domain/language/translate.ts';
import { englishReader } from '#server/language/readers.ts';
import { html } from '../../html/html.ts';
import { oneLine } from '../../html/visitor-html.ts';
import { withLineBreaks } from '../layout.ts';
import { type Letter, momentInWords, type Office, type Thread } from '../letter.ts';

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
export function contactReply(
  facts: unknown,
  office: Office,
  { language, t }: Reader = englishReader,
): Letter {
  const { message_id, name, subject, asked_at, signed, earlier, ...words } = reply.parse(facts);
  const message = words.message.replace(/\r\n?/g, '\n');
  return {
    subject: replySubject(subject, t),
    preview: oneLine(words.reply, 140),
    heading: msg`Our reply to your message`,
    greeting: replyGreeting(name),
    paragraphs: [
      ...words.reply.split(/\r?\n(?:[^\S\n]*\r?\n)+/),
      replyClosing(signed, office.name),
      msg`On ${{ when: momentInWords(new Date(asked_at), office, language) }}, you wrote:`,
    ],
    quoted: { html: html`<p style="margin:12px 0">${withLineBreaks(message)}</p>`, text: message },
    notes: [
      msg`You can reply to this email.`,
      msg`Please send documents and Social Security numbers through your account, never by email. Email isn’t secure enough.`,
    ],
    thread: threadOf(message_id, earlier),
    personal: true,
  };
}

/** All mails about one message. No mail has the root as its own id; mail programs group by it. */
export const threadOf = (messageId: string, earlier: readonly string[] = []): Thread => ({
  root: `contact-${messageId}`,
  earlier,
});
