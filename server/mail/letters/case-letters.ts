import { z } from 'zod';
import { factsIn } from '#domain/business/translations.ts';
import { titleInWords } from '#domain/checklist/rules.ts';
import {
  type LetterTemplate,
  letterTemplates,
  letterWords,
  maxLetterItem,
  maxLetterItems,
} from '#domain/contact/client-letters.ts';
import { greeting } from '#domain/contact/greeting.ts';
import { sourceLanguage } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';
import { englishReader, type Readers, readerIn } from '#server/language/readers.ts';
import type { Office as LiveOffice } from '#server/office/office.ts';
import { clientLetters, ofClient, pathOfReturn } from './client-letters.ts';
import {
  type Letter,
  type LetterParts,
  type Office,
  pageIn,
  phone,
  type RenderLetterByName,
} from './letter.ts';
import { officeLetters } from './office-letters.ts';
import { reminderLetter } from './reminder-letter.ts';
import { renderLetter } from './render-letter.ts';
import { appointmentLetters } from './visitors/appointment-letters.ts';
import { contactReply } from './visitors/contact-reply.ts';

/** Staff's letters count for one hour (0011_mail_rules); a step can be undone for a minute (0058_client_letters). */
export const STAFF_LETTER_SWEEPS = [
  `delete from nutmeg.staff_letters where written_at <= now() - interval '1 hour'`,
  `delete from nutmeg.undoable_steps where taken_at <= now() - interval '1 hour'`,
];

/** Letters to the office's own mailbox, in English. */
const TO_OFFICE = new Set([...Object.keys(officeLetters), 'appointment_notice', 'booking_notice']);

interface Deps extends Omit<LetterParts, 'office' | 'reader'> {
  office: Pick<LiveOffice, 'current'>;
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

/** The letters that the database queues, by name. */
export function queuedLetters(parts: LetterParts): Record<string, (facts: unknown, to: string) => Letter> {
  const { office, siteUrl, reader } = parts;
  const ofStaff = letterTemplates.map((template) => [
    template,
    (given: unknown) => {
      const { items, ...facts } = requestFacts.parse(given);
      const path = PAGES[template] ?? pathOfReturn(facts.return_id);
      // Staff choose documents of the client's list by their English titles.
      const titles = items.map((item) => titleInWords(item, englishReader.t, reader.t));
      return clientLetter(template, { ...facts, items: titles }, office, pageIn(parts, path));
    },
  ]);
  const toOffice = Object.entries(officeLetters).map(([name, write]) => [
    name,
    (facts: unknown) => write(facts, siteUrl),
  ]);
  return {
    ...Object.fromEntries(ofStaff),
    reminder: (facts) => reminderLetter(facts, parts),
    contact_reply: (facts) => contactReply(facts, office, reader),
    ...clientLetters(parts),
    ...Object.fromEntries(toOffice),
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

/** The others are about a return. */
const PAGES: Partial<Record<LetterTemplate, string>> = {
  form_reminder: '/account',
  message: '/account',
  document_request: '/secured-files',
};

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
