import type { MessageDescriptor } from '@lingui/core';
import { english } from '#domain/language/english.ts';
import { msg, plural } from '#domain/language/message.ts';
import { inWords, type Wording } from '#domain/language/translate.ts';

/** The letters from staff to clients: the texts of the mail and of its preview. */

export const letterTemplates = [
  'document_request',
  'form_reminder',
  'return_ready',
  'payment_reminder',
  'message',
] as const;
export type LetterTemplate = (typeof letterTemplates)[number];

export const maxLetterItems = 40;
export const maxLetterItem = 200;
export const maxLetterNote = 2000;

/** A line of the checklist, as a letter names it: in English, for the letter to have it in its reader's language. */
export const letterTitle = (title: Wording): string =>
  [...inWords(title, english)].slice(0, maxLetterItem).join('');

export interface LetterWords {
  subject: MessageDescriptor;
  /** What staff typed stays as it is. */
  paragraphs: Wording[];
  action: MessageDescriptor;
}

interface Facts {
  /** The requested documents. */
  items?: readonly string[];
  /** The personal note. */
  note?: string | null | undefined;
}

type Fixed = Exclude<LetterTemplate, 'document_request'>;

const fixed: Record<
  Fixed,
  { subject: MessageDescriptor; says?: MessageDescriptor; action: MessageDescriptor }
> = {
  form_reminder: {
    subject: msg`Please fill out your tax form`,
    says: msg`You haven’t finished your tax form for this year yet. It takes about 15 minutes. We save your answers, so you can stop and continue later.`,
    action: msg`Fill out my tax form`,
  },
  return_ready: {
    subject: msg`Your return is ready`,
    says: msg`Your return is ready. Please review it and approve it. We won’t file anything until you do.`,
    action: msg`Review my return`,
  },
  payment_reminder: {
    subject: msg`Your return is waiting for payment`,
    says: msg`Your return is approved. We’ll file it as soon as you’ve paid our fee.`,
    action: msg`See how to pay`,
  },
  message: { subject: msg`A message from our office`, action: msg`Open my account` },
};

export function isLetterTemplate(text: string): text is LetterTemplate {
  return (letterTemplates as readonly string[]).includes(text);
}

export function letterWords(template: LetterTemplate, { items = [], note }: Facts): LetterWords {
  const added = note ? [note] : [];
  if (template !== 'document_request') {
    const { subject, says, action } = fixed[template];
    return { subject, paragraphs: [...(says ? [says] : []), ...added], action };
  }
  return {
    subject: msg`${plural({ count: items.length }, { one: 'We need one more document', other: 'We need a few more documents' })}`,
    paragraphs: [
      msg`To keep working on your tax return, we need this from you:`,
      ...items.map((item) => `• ${item}`),
      ...added,
      msg`Log in and upload it. A clear photo is fine. If you don’t have it, you can tell us there.`,
    ],
    action: msg`Upload it now`,
  };
}
