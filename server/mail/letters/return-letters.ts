import { greeting } from '#domain/contact/greeting.ts';
import { type ReturnStatus, returnKindNames } from '#domain/returns/tax-return.ts';
import type { ReturnFacts } from './case-letters.ts';
import { type Letter, type Office, phone } from './letter.ts';

interface Words {
  subject: string;
  says: string;
  /** What the client does now; without one there is nothing to do. */
  action?: string;
}

/** What each step of a return means for the client. */
const words: Record<ReturnStatus, (what: string) => Words> = {
  documents_received: (what) => ({
    subject: 'We have your papers',
    says: `Your papers for your ${what} have reached us. We read them next.`,
  }),
  in_preparation: (what) => ({
    subject: 'We are preparing your return',
    says: `We have begun to prepare your ${what}. You don’t have to do anything now.`,
  }),
  waiting_for_documents: (what) => ({
    subject: 'We need something more for your return',
    says: `Something is still missing for your ${what}. Your account shows what it is.`,
    action: 'See what is missing',
  }),
  ready_for_review: (what) => ({
    subject: 'Your return is ready',
    says: `Your ${what} is ready. Please look through it and approve it. We file nothing before you have.`,
    action: 'Review my return',
  }),
  approved: (what) => ({
    subject: 'Thank you for approving your return',
    says: `You have approved your ${what}. We do the rest.`,
  }),
  payment_due: (what) => ({
    subject: 'Your return is waiting for payment',
    says: `Your ${what} is approved. As soon as our fee is paid, we file it.`,
    action: 'See how to pay',
  }),
  e_filed: (what) => ({
    subject: 'Your return was filed',
    says: `We have filed your ${what} electronically. The tax office usually answers within a day or two.`,
  }),
  accepted: (what) => ({
    subject: 'Your return was accepted',
    says: `The tax office has accepted your ${what}. That’s it for this year!`,
    action: 'Open my account',
  }),
  rejected: (what) => ({
    subject: 'Your return needs a correction',
    says: `The tax office has sent your ${what} back. That happens; we correct it and tell you if we need you.`,
  }),
};

/** A step of the return, told to the client. */
export function returnLetter(facts: ReturnFacts, office: Office, account: string): Letter {
  const what = `${returnKindNames[facts.kind].toLowerCase()} for ${facts.year}`;
  const { subject, says, action } = words[facts.status](what);
  return {
    subject,
    preview: says,
    heading: subject,
    greeting: greeting(facts.first_name),
    paragraphs: [says, ...(facts.note ? [facts.note] : [])],
    action: { label: action ?? 'Open my account', link: account },
    notes: [`Questions? Call us at ${phone(office)}.`],
  };
}
