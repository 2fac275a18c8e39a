import { factsIn } from '#domain/business/translations.ts';
import { sourceLanguage } from '#domain/language/language.ts';
import { type Readers, readerIn } from '#server/language/readers.ts';
import type { Office as LiveOffice } from '#server/office/office.ts';
import { clientLetters } from './client-letters.ts';
import type { Letter, LetterParts, RenderLetterByName } from './letter.ts';
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
  const toOffice = Object.entries(officeLetters).map(([name, write]) => [
    name,
    (facts: unknown) => write(facts, siteUrl),
  ]);
  return {
    reminder: (facts) => reminderLetter(facts, parts),
    contact_reply: (facts) => contactReply(facts, office, reader),
    ...clientLetters(parts),
    ...Object.fromEntries(toOffice),
    ...appointmentLetters(parts),
  };
}
