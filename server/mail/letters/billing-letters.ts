import { z } from 'zod';
import { greeting } from '#domain/contact/greeting.ts';
import { msg } from '#domain/language/message.ts';
import { type Letter, type Office, phone } from './letter.ts';

const billingFacts = z.object({ first_name: z.string().default('') });

/** Says that there is a bill, and nothing of what it says: mails are not confidential. */
export function invoiceLetter(facts: unknown, office: Office, bills: string): Letter {
  const { first_name } = billingFacts.parse(facts);
  return {
    subject: msg`You have a new bill`,
    preview: msg`Log in to see it and to pay.`,
    heading: msg`You have a new bill`,
    greeting: greeting(first_name),
    paragraphs: [msg`We put a bill in your account. Log in to see it, and to choose how to pay.`],
    action: { label: msg`See my bill`, link: bills },
    notes: [msg`Questions? Call us at ${{ phone: phone(office) }}.`],
  };
}

/** The receipt is in the account. */
export function paymentLetter(facts: unknown, office: Office, bills: string): Letter {
  const { first_name } = billingFacts.parse(facts);
  return {
    subject: msg`We got your payment`,
    preview: msg`Your receipt is in your account.`,
    heading: msg`Thank you for your payment`,
    greeting: greeting(first_name),
    paragraphs: [msg`We recorded your payment. Your receipt is in your account.`],
    action: { label: msg`See my receipt`, link: bills },
    notes: [msg`Is something wrong with it? Call us at ${{ phone: phone(office) }}.`],
  };
}
