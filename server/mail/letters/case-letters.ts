import { z } from 'zod';
import { factsIn } from '#domain/business/translations.ts';
import { titleInWords } from '#domain/checklist/rules.ts';
import {
  type LetterTemplate,
  letterWords,
  maxLetterItem,
  maxLetterItems,
} from '#domain/contact/client-letters.ts';
import { greeting } from '#domain/contact/greeting.ts';
import { pathInMail, sourceLanguage } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import type { Reader, Wording } from '#domain/language/translate.ts';
import { englishReader, type Readers, readerIn } from '#server/language/readers.ts';
import type { Office as LiveOffice } from '#server/office/office.ts';
import { accessAsked, accessGiven } from './access-letters.ts';
import { invoiceLetter, paymentLetter } from './billing-letters.ts';
import { clientDeleted, deletionRequested } from './deletion-letters.ts';
import { healthRecovered, healthRed } from './health-letters.ts';
import { clientInvitation, invitationAccepted, invitationConfirmed } from './invitation-letters.ts';
import { type Letter, type Office, phone, plainName, type RenderLetterByName } from './letter.ts';
import { reminderLetter } from './reminder-letter.ts';
import { renderLetter } from './render-letter.ts';
import { returnFacts, returnLetter } from './return-letters.ts';
import { signatureCompleted, signatureDeclined, signatureRequest } from './signature-letters.ts';
import { clientWrote, threadLetter } from './thread-letters.ts';
import { visitorNotice } from './visitor-notice.ts';
import { appointmentLetters } from './visitors/appointment-letters.ts';
import { contactReceived, contactReply } from './visitors/contact-letters.ts';

/** Staff's letters count for one hour (0011_mail_rules); a step can be undone for a minute (0058_client_letters). */
export const STAFF_LETTER_SWEEPS = [
  `delete from nutmeg.staff_letters where written_at <= now() - interval '1 hour'`,
  `delete from nutmeg.undoable_steps where taken_at <= now() - interval '1 hour'`,
];

/** Letters to the office's own mailbox, in English. */
export const TO_OFFICE: ReadonlySet<string> = new Set([
  'tax_form_received',
  'return_approved',
  'invitation_accepted',
  'deletion_requested',
  'visitor_notice',
  'contact_received',
  'client_wrote',
  'appointment_notice',
  'booking_notice',
  'signature_declined',
  'health_red',
  'health_mended',
]);

interface Deps {
  office: Pick<LiveOffice, 'current'>;
  siteUrl: string;
  /** The ticket for the link to an appointment. */
  ticketOf(appointmentId: string): string;
  /** The ticket for the link that pauses a client's reminders. */
  pauseTicketOf(clientId: string): string;
  readers: Readers;
}

/**
 * Renders letters that the database queues by name with a few facts (`nutmeg.write_letter`). Mails are not confidential,
 * so facts are at most a first name, a year, a status and what staff wrote to the client. The renderer throws for an
 * unknown name or incomplete facts.
 */
export function createLetterRenderer({ office: live, readers, ...links }: Deps): RenderLetterByName {
  return (name, facts, to, language) => {
    const reader = readerIn(readers, TO_OFFICE.has(name) ? sourceLanguage : language);
    const office = factsIn(live.current(), reader.language);
    const write = queuedLetters({ ...links, office, reader })[name];
    if (!write) throw new Error(`there is no letter "${name}"`);
    return renderLetter(write(facts, to), office, reader);
  };
}

interface Parts {
  office: Office;
  siteUrl: string;
  ticketOf(appointmentId: string): string;
  pauseTicketOf(clientId: string): string;
  reader: Reader;
}

/** The letters that the database queues, by name. */
export function queuedLetters(parts: Parts): Record<string, (facts: unknown, to: string) => Letter> {
  const { office, siteUrl, reader } = parts;
  const page = (path: string) => `${siteUrl}${pathInMail(path, reader.language)}`;
  const account = page('/account');
  const accountOf = (clientId: string | undefined) => ofClient(account, clientId);
  const returnPage = (id: string | null | undefined) => (id ? page(`/account/returns/${id}`) : account);
  const files = page('/secured-files');
  return {
    return_status: (given) => {
      const facts = returnFacts.parse(given);
      return returnLetter(facts, office, ofClient(returnPage(facts.return_id), facts.client_id), reader.t);
    },
    form_reminder: (facts) => clientLetter('form_reminder', requestFacts.parse(facts), office, account),
    return_ready: (given) => {
      const facts = requestFacts.parse(given);
      return clientLetter('return_ready', facts, office, returnPage(facts.return_id));
    },
    payment_reminder: (given) => {
      const facts = requestFacts.parse(given);
      return clientLetter('payment_reminder', facts, office, returnPage(facts.return_id));
    },
    message: (facts) => clientLetter('message', requestFacts.parse(facts), office, account),
    document_request: (given) => {
      const { items, ...facts } = requestFacts.parse(given);
      // Staff choose documents of the client's list by their English titles.
      const titles = items.map((item) => titleInWords(item, englishReader.t, reader.t));
      return clientLetter('document_request', { ...facts, items: titles }, office, files);
    },
    reminder: (facts) => reminderLetter(facts, parts),
    tax_form_received: (facts) => formReceived(staffFacts.parse(facts), siteUrl),
    return_approved: (facts) => approvedNotice(staffFacts.parse(facts), siteUrl),
    client_invitation: (facts) => clientInvitation(facts, office, page('/join')),
    invitation_confirmed: (facts) => invitationConfirmed(facts, office, account),
    access_asked: (facts) => accessAsked(facts, office, accountOf),
    access_given: (facts) => accessGiven(facts, office, accountOf),
    client_deleted: (facts) => clientDeleted(facts, office),
    deletion_requested: (facts) => deletionRequested(facts, siteUrl),
    invitation_accepted: (facts) => invitationAccepted(facts, siteUrl),
    visitor_notice: (facts) => visitorNotice(facts, siteUrl),
    contact_received: (facts) => contactReceived(facts, siteUrl),
    contact_reply: (facts) => contactReply(facts, office, reader),
    client_wrote: (facts) => clientWrote(facts, siteUrl),
    thread_message: (facts) => threadLetter(facts, office, page('/account/messages')),
    invoice_issued: (facts) => invoiceLetter(facts, office, `${account}#bills`),
    payment_received: (facts) => paymentLetter(facts, office, `${account}#bills`),
    signature_request: (facts) => signatureRequest(facts, office, account),
    signature_completed: (facts) => signatureCompleted(facts, office, files),
    signature_declined: (facts) => signatureDeclined(facts, siteUrl),
    health_red: (facts) => healthRed(facts, siteUrl),
    health_mended: (facts) => healthRecovered(facts, siteUrl),
    ...appointmentLetters(parts),
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
  /** The return that the letter is about. */
  return_id: z.uuid().nullish(),
  /** If the letter is about another client than the reader's own. */
  client_id: z.uuid().optional(),
});

/** The page of the client that the letter is about. */
const ofClient = (link: string, clientId: string | undefined): string =>
  clientId === undefined ? link : `${link}?client=${clientId}`;

const staffFacts = z.object({
  client_id: z.uuid(),
  client_name: z.string(),
  year: z.number().int(),
});

/** Where the first paragraph doesn't fit, or is the staff's own. */
const PREVIEWS: Partial<Record<LetterTemplate, Wording>> = {
  document_request: msg`You can send a photo from your phone.`,
  message: msg`Open it to read our message.`,
};

/** A letter that staff send with one click, with their note. */
function clientLetter(
  template: LetterTemplate,
  { first_name, items, note, client_id }: z.infer<typeof requestFacts>,
  office: Office,
  link: string,
): Letter {
  const { subject, paragraphs, action } = letterWords(template, { items, note });
  const asks = template === 'document_request';
  return {
    subject,
    preview: PREVIEWS[template] ?? paragraphs[0] ?? '',
    heading: subject,
    greeting: greeting(first_name),
    paragraphs,
    action: { label: action, link: ofClient(link, client_id) },
    notes: [
      asks
        ? msg`Questions? Call us at ${{ phone: phone(office) }}. Please don’t send documents by email. It isn’t secure enough.`
        : msg`Questions? Call us at ${{ phone: phone(office) }}. Please don’t reply with documents or Social Security numbers. Email isn’t secure enough.`,
    ],
  };
}

function formReceived({ client_id, client_name, year }: z.infer<typeof staffFacts>, siteUrl: string): Letter {
  return {
    subject: `Tax form ${year}: ${plainName(client_name, 'A client')}`,
    preview: 'A client submitted the annual tax form.',
    heading: 'You got a tax form',
    greeting: 'Hello,',
    paragraphs: [`${plainName(client_name, 'A client')} submitted the tax form for ${year}.`],
    action: { label: 'Open the client’s case', link: `${siteUrl}/manage?client=${client_id}` },
    notes: ['To protect the client, this email has no answers from the form.'],
  };
}

function approvedNotice(
  { client_id, client_name, year }: z.infer<typeof staffFacts>,
  siteUrl: string,
): Letter {
  return {
    subject: `Return ${year} approved: ${plainName(client_name, 'A client')}`,
    preview: 'A client approved the return.',
    heading: 'A return was approved',
    greeting: 'Hello,',
    paragraphs: [
      `${plainName(client_name, 'A client')} approved the return for ${year}. Payment and filing come next.`,
    ],
    action: { label: 'Open the client’s case', link: `${siteUrl}/manage?client=${client_id}` },
    notes: [],
  };
}
