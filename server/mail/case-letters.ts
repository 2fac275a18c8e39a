import { z } from 'zod';
import { type ReturnStatus, returnKinds, returnStatuses } from '#domain/tax-return.ts';
import { greeting } from './greeting.ts';
import { type Letter, type Office, phone } from './letter.ts';
import { renderLetter } from './render-letter.ts';
import { returnLetter } from './return-letters.ts';
import type { WriteOut } from './worker.ts';

/**
 * Letters about a client's case. The database queues them by name with a few facts (`nutmeg.write_letter`), in the
 * transaction that causes them. Facts are never more than a first name, a year, a status and what staff wrote to
 * the client: a mail is a postcard.
 */
export function createCaseLetters(office: Office, siteUrl: string): WriteOut {
  const account = `${siteUrl}/account`;
  const files = `${siteUrl}/secured-files`;
  const letters: Record<string, (facts: unknown) => Letter> = {
    return_status: (facts) => returnLetter(returnFacts.parse(facts), office, account),
    form_reminder: (facts) => clientLetter('form_reminder', requestFacts.parse(facts), office, account),
    return_ready: (facts) => clientLetter('return_ready', requestFacts.parse(facts), office, account),
    payment_reminder: (facts) => clientLetter('payment_reminder', requestFacts.parse(facts), office, account),
    message: (facts) => clientLetter('message', requestFacts.parse(facts), office, account),
    document_request: (facts) => documentRequest(requestFacts.parse(facts), office, files),
    tax_form_received: (facts) => formReceived(staffFacts.parse(facts), siteUrl),
    return_approved: (facts) => approvedNotice(staffFacts.parse(facts), siteUrl),
  };
  return (name, facts) => {
    const write = letters[name];
    if (!write) throw new Error(`there is no letter "${name}"`);
    return renderLetter(write(facts), office);
  };
}

const returnFacts = z.object({
  first_name: z.string().default(''),
  year: z.number().int(),
  kind: z.enum(returnKinds),
  status: z.enum(returnStatuses),
  note: z.string().nullish(),
});
export type ReturnFacts = z.infer<typeof returnFacts> & { status: ReturnStatus };

const requestFacts = z.object({
  first_name: z.string().default(''),
  /** What is asked for, in plain words. */
  items: z.array(z.string().max(200)).max(40).default([]),
  note: z.string().nullish(),
});

const staffFacts = z.object({
  client_id: z.uuid(),
  client_name: z.string(),
  year: z.number().int(),
});

/** What staff send by one click; their own words stand below ours. */
const templates = {
  form_reminder: {
    subject: 'Your yearly tax form is waiting',
    says: 'Your yearly tax form is not filled in yet. It takes about ten minutes, and you can stop and go on later: what you have typed is kept.',
    action: 'Fill in my form',
  },
  return_ready: {
    subject: 'Your return is ready',
    says: 'Your return is ready. Please look through it and approve it. We file nothing before you have.',
    action: 'Review my return',
  },
  payment_reminder: {
    subject: 'Your return is waiting for payment',
    says: 'Your return is approved. As soon as our fee is paid, we file it.',
    action: 'See how to pay',
  },
  message: { subject: 'A message from your tax office', says: '', action: 'Open my account' },
};

function clientLetter(
  template: keyof typeof templates,
  { first_name, note }: z.infer<typeof requestFacts>,
  office: Office,
  link: string,
): Letter {
  const { subject, says, action } = templates[template];
  return {
    subject,
    preview: says === '' ? 'Open it to read what we have written.' : says,
    heading: subject,
    greeting: greeting(first_name),
    paragraphs: [says, note ?? ''].filter((paragraph) => paragraph !== ''),
    action: { label: action, link },
    notes: [`Questions? Call us at ${phone(office)}. Please don’t answer with papers or numbers by email.`],
  };
}

function documentRequest(facts: z.infer<typeof requestFacts>, office: Office, link: string): Letter {
  const { items, note } = facts;
  const one = items.length === 1;
  return {
    subject: one ? 'We need one more document' : 'We need a few more documents',
    preview: 'You can send it as a photo from your phone.',
    heading: one ? 'We need one more document' : 'We need a few more documents',
    greeting: greeting(facts.first_name),
    paragraphs: [
      'To go on with your tax return we need something more from you:',
      ...items.map((item) => `• ${item}`),
      ...(note ? [note] : []),
      'Sign in and upload it: a clear photo is fine. If you don’t have it, tell us there, and why.',
    ],
    action: { label: 'Upload it now', link },
    notes: [
      `Questions? Call us at ${phone(office)}. Please don’t send papers by email: it isn’t safe enough.`,
    ],
  };
}

function formReceived({ client_id, client_name, year }: z.infer<typeof staffFacts>, siteUrl: string): Letter {
  return {
    subject: `Tax form ${year}: ${plain(client_name)}`,
    preview: 'A client has sent the yearly form.',
    heading: 'A tax form has come in',
    greeting: 'Hello,',
    paragraphs: [`${plain(client_name)} has sent the tax form for ${year}.`],
    action: { label: 'Open the client', link: `${siteUrl}/manage?client=${client_id}` },
    notes: ['Nothing of what the form says is in this mail.'],
  };
}

function approvedNotice(
  { client_id, client_name, year }: z.infer<typeof staffFacts>,
  siteUrl: string,
): Letter {
  return {
    subject: `Return ${year} approved: ${plain(client_name)}`,
    preview: 'A client has approved the return.',
    heading: 'A return was approved',
    greeting: 'Hello,',
    paragraphs: [
      `${plain(client_name)} has approved the return for ${year}. It can go on to payment and filing.`,
    ],
    action: { label: 'Open the client', link: `${siteUrl}/manage?client=${client_id}` },
    notes: [],
  };
}

/** A name on one line: what people type there may be anything. */
function plain(name: string): string {
  const line = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 80);
  return line === '' ? 'A client' : line;
}
