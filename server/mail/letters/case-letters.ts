import { z } from 'zod';
import {
  type LetterTemplate,
  letterWords,
  maxLetterItem,
  maxLetterItems,
} from '#domain/contact/client-letters.ts';
import { greeting } from '#domain/contact/greeting.ts';
import type { RenderLetterByName } from '../queue/worker.ts';
import { appointmentLetters } from './appointment-letters.ts';
import { contactReceived, contactReply } from './contact-letters.ts';
import { healthRecovered, healthRed } from './health-letters.ts';
import { type Letter, type Office, phone } from './letter.ts';
import { plainName } from './plain-name.ts';
import { renderLetter } from './render-letter.ts';
import { returnFacts, returnLetter } from './return-letters.ts';
import { visitorNotice } from './visitor-notice.ts';

/** Letters by staff are counted for one hour (migration 0017). */
export const STAFF_LETTER_SWEEPS = [
  `delete from nutmeg.staff_letters where written_at <= now() - interval '1 hour'`,
];

/**
 * Renders letters that the database queues by name with a few facts (`nutmeg.write_letter`). Mails are not confidential,
 * so facts are at most a first name, a year, a status and what staff wrote to the client. The renderer throws for an
 * unknown name or incomplete facts.
 */
export function createLetterRenderer(
  office: Office,
  siteUrl: string,
  ticketOf: (appointmentId: string) => string,
): RenderLetterByName {
  const account = `${siteUrl}/account`;
  const files = `${siteUrl}/secured-files`;
  const letters: Record<string, (facts: unknown, to: string) => Letter> = {
    return_status: (facts) => returnLetter(returnFacts.parse(facts), office, account),
    form_reminder: (facts) => clientLetter('form_reminder', requestFacts.parse(facts), office, account),
    return_ready: (facts) => clientLetter('return_ready', requestFacts.parse(facts), office, account),
    payment_reminder: (facts) => clientLetter('payment_reminder', requestFacts.parse(facts), office, account),
    message: (facts) => clientLetter('message', requestFacts.parse(facts), office, account),
    document_request: (facts) => clientLetter('document_request', requestFacts.parse(facts), office, files),
    tax_form_received: (facts) => formReceived(staffFacts.parse(facts), siteUrl),
    return_approved: (facts) => approvedNotice(staffFacts.parse(facts), siteUrl),
    visitor_notice: (facts) => visitorNotice(facts, siteUrl),
    contact_received: (facts) => contactReceived(facts, siteUrl),
    contact_reply: (facts) => contactReply(facts, office),
    health_red: (facts) => healthRed(facts, siteUrl),
    health_mended: (facts) => healthRecovered(facts, siteUrl),
    ...appointmentLetters({ office, siteUrl, ticketOf }),
  };
  return (name, facts, to) => {
    const write = letters[name];
    if (!write) throw new Error(`there is no letter "${name}"`);
    return renderLetter(write(facts, to), office);
  };
}

const requestFacts = z.object({
  first_name: z.string().default(''),
  /** The requested documents. The database has checked their length in characters; some are two UTF-16 units here. */
  items: z
    .array(z.string().max(2 * maxLetterItem))
    .max(maxLetterItems)
    .default([]),
  note: z.string().nullish(),
});

const staffFacts = z.object({
  client_id: z.uuid(),
  client_name: z.string(),
  year: z.number().int(),
});

/** A letter that staff send with one click, with their note. */
function clientLetter(
  template: LetterTemplate,
  { first_name, items, note }: z.infer<typeof requestFacts>,
  office: Office,
  link: string,
): Letter {
  const { subject, paragraphs, action } = letterWords(template, { items, note });
  const asks = template === 'document_request';
  const written = template === 'message' ? 'Open it to read our message.' : paragraphs[0];
  return {
    subject,
    preview: asks ? 'You can send it as a photo from your phone.' : (written ?? ''),
    heading: subject,
    greeting: greeting(first_name),
    paragraphs,
    action: { label: action, link },
    notes: [
      asks
        ? `Questions? Call us at ${phone(office)}. Please don’t send papers by email: it isn’t safe enough.`
        : `Questions? Call us at ${phone(office)}. Please don’t answer with papers or numbers by email.`,
    ],
  };
}

function formReceived({ client_id, client_name, year }: z.infer<typeof staffFacts>, siteUrl: string): Letter {
  return {
    subject: `Tax form ${year}: ${plainName(client_name, 'A client')}`,
    preview: 'A client has sent the yearly form.',
    heading: 'A tax form has arrived',
    greeting: 'Hello,',
    paragraphs: [`${plainName(client_name, 'A client')} has sent the tax form for ${year}.`],
    action: { label: 'Open the client', link: `${siteUrl}/manage?client=${client_id}` },
    notes: ['This mail contains no answers from the form.'],
  };
}

function approvedNotice(
  { client_id, client_name, year }: z.infer<typeof staffFacts>,
  siteUrl: string,
): Letter {
  return {
    subject: `Return ${year} approved: ${plainName(client_name, 'A client')}`,
    preview: 'A client has approved the return.',
    heading: 'A return was approved',
    greeting: 'Hello,',
    paragraphs: [
      `${plainName(client_name, 'A client')} has approved the return for ${year}. It can go on to payment and filing.`,
    ],
    action: { label: 'Open the client', link: `${siteUrl}/manage?client=${client_id}` },
    notes: [],
  };
}
