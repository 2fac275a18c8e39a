import { z } from 'zod';
import { greeting } from '#domain/contact/greeting.ts';
import {
  type ReturnStatus,
  returnKindNames,
  returnKinds,
  returnStatuses,
} from '#domain/returns/tax-return.ts';
import { type Letter, type Office, phone } from './letter.ts';

export const returnFacts = z.object({
  first_name: z.string().default(''),
  year: z.number().int(),
  kind: z.enum(returnKinds),
  status: z.enum(returnStatuses),
  note: z.string().nullish(),
});
type ReturnFacts = z.infer<typeof returnFacts> & { status: ReturnStatus };

interface StatusText {
  subject: string;
  text: string;
  /** The label of the button; undefined if the client has nothing to do. */
  action?: string;
}

/** The text for each status of a return. */
const texts: Record<ReturnStatus, (what: string) => StatusText> = {
  documents_received: (what) => ({
    subject: 'We have your papers',
    text: `We have your papers for your ${what}. Next we will read them.`,
  }),
  in_preparation: (what) => ({
    subject: 'We are preparing your return',
    text: `We have started to prepare your ${what}. You don’t have to do anything now.`,
  }),
  waiting_for_documents: (what) => ({
    subject: 'We need something more for your return',
    text: `Something is still missing for your ${what}. Your account shows what it is.`,
    action: 'See what is missing',
  }),
  ready_for_review: (what) => ({
    subject: 'Your return is ready',
    text: `Your ${what} is ready. Please look through it and approve it. We won’t file it before you do.`,
    action: 'Review my return',
  }),
  approved: (what) => ({
    subject: 'Thank you for approving your return',
    text: `You have approved your ${what}. We’ll do the rest.`,
  }),
  payment_due: (what) => ({
    subject: 'Your return is waiting for payment',
    text: `Your ${what} is approved. As soon as our fee is paid, we file it.`,
    action: 'See how to pay',
  }),
  e_filed: (what) => ({
    subject: 'Your return was filed',
    text: `We have filed your ${what} electronically. The tax office usually answers within a day or two.`,
  }),
  accepted: (what) => ({
    subject: 'Your return was accepted',
    text: `The tax office has accepted your ${what}. That’s it for this year!`,
    action: 'Open my account',
  }),
  rejected: (what) => ({
    subject: 'Your return needs a correction',
    text: `The tax office has sent your ${what} back. That happens; we correct it and tell you if we need you.`,
  }),
};

/** Tells the client the new status of a return. */
export function returnLetter(facts: ReturnFacts, office: Office, account: string): Letter {
  const what = `${returnKindNames[facts.kind].toLowerCase()} for ${facts.year}`;
  const { subject, text, action } = texts[facts.status](what);
  return {
    subject,
    preview: text,
    heading: subject,
    greeting: greeting(facts.first_name),
    paragraphs: [text, ...(facts.note ? [facts.note] : [])],
    action: { label: action ?? 'Open my account', link: account },
    notes: [`Questions? Call us at ${phone(office)}.`],
  };
}
