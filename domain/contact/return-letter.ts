import { msg } from '#domain/language/message.ts';
import { inWords, type Translate, type Wording } from '#domain/language/translate.ts';
import { noteWords } from '#domain/returns/step-note.ts';
import type { ReturnKind, ReturnStatus } from '#domain/returns/tax-return.ts';

/** The letter about a new status of a return: the texts of the mail and of its preview. */

/** A return that was only opened is no news: there is no letter about it. */
export type ToldStatus = Exclude<ReturnStatus, 'not_started'>;

interface StatusText {
  subject: Wording;
  text: Wording;
  /** The label of the button, if the client has something to do. */
  action?: Wording;
}

/** In the middle of a sentence. A value, not a selection, so that an owner can reword the sentence. */
const returnNames: Record<ReturnKind, Wording> = {
  personal: msg`personal return`,
  business: msg`business return`,
};

/** The text for each status of a return. */
const texts: Record<ToldStatus, (facts: { name: string; year: number }) => StatusText> = {
  documents_received: ({ name, year }) => ({
    subject: msg`We have your documents`,
    text: msg`We have the documents for your ${{ return: name }} for ${{ year }}. Next, we’ll look through them.`,
  }),
  in_preparation: ({ name, year }) => ({
    subject: msg`We’re preparing your return`,
    text: msg`We’ve started preparing your ${{ return: name }} for ${{ year }}. You don’t need to do anything right now.`,
  }),
  waiting_for_documents: ({ name, year }) => ({
    subject: msg`We need something else for your return`,
    text: msg`We’re missing something for your ${{ return: name }} for ${{ year }}. Log in to see what it is.`,
    action: msg`See what’s missing`,
  }),
  ready_for_review: ({ name, year }) => ({
    subject: msg`Your return is ready`,
    text: msg`Your ${{ return: name }} for ${{ year }} is ready. Please review it and approve it. We won’t file it until you do.`,
    action: msg`Review my return`,
  }),
  approved: ({ name, year }) => ({
    subject: msg`Thank you for approving your return`,
    text: msg`You approved your ${{ return: name }} for ${{ year }}. We’ll take it from here.`,
  }),
  payment_due: ({ name, year }) => ({
    subject: msg`Your return is waiting for payment`,
    text: msg`Your ${{ return: name }} for ${{ year }} is approved. We’ll file it as soon as you’ve paid our fee.`,
    action: msg`See how to pay`,
  }),
  e_filed: ({ name, year }) => ({
    subject: msg`Your return was filed`,
    text: msg`We filed your ${{ return: name }} for ${{ year }} electronically. The IRS usually responds within a day or two.`,
  }),
  accepted: ({ name, year }) => ({
    subject: msg`Your return was accepted`,
    text: msg`The IRS has accepted your ${{ return: name }} for ${{ year }}. You’re all done for this year!`,
  }),
  rejected: ({ name, year }) => ({
    subject: msg`Your return needs a correction`,
    text: msg`The IRS sent back your ${{ return: name }} for ${{ year }}. This happens sometimes. We’ll correct it and let you know if we need anything from you.`,
  }),
};

export function returnLetterWords(
  {
    kind,
    year,
    status,
    note,
  }: { kind: ReturnKind; year: number; status: ToldStatus; note?: string | null | undefined },
  t: Translate,
) {
  const { subject, text, action } = texts[status]({ name: inWords(returnNames[kind], t), year });
  return {
    subject,
    paragraphs: [text, ...(note ? [noteWords(note)] : [])],
    action: action ?? msg`Open my return`,
  };
}
