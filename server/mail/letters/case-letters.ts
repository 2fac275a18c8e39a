import { z } from 'zod';
import { factsIn } from '#domain/business/translations.ts';
import { greeting } from '#domain/contact/greeting.ts';
import { sourceLanguage } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';
import { dayInWords } from '#domain/office-time/words.ts';
import { type ReminderSource, reminderSources } from '#domain/reminders/rules.ts';
import { type Readers, readerIn } from '#server/language/readers.ts';
import type { Office as LiveOffice } from '#server/office/office.ts';
import { clientLetters, ofClient } from './client-letters.ts';
import { type Letter, type LetterParts, pageIn, phone } from './letter.ts';
import { officeLetters } from './office-letters.ts';
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
 * unknown name or incomplete facts, and writes in English if the language is unknown.
 */
export function createLetterRenderer({ office: live, readers, ...links }: Deps) {
  return (name: string, facts: unknown, to: string, language?: string | null) => {
    const reader = readerIn(readers, TO_OFFICE.has(name) ? sourceLanguage : language);
    const office = factsIn(live.current(), reader.language);
    const write = queuedLetters({ ...links, office, reader })[name];
    if (!write) throw new Error(`there is no letter "${name}"`);
    return renderLetter(write(facts, to), office, reader);
  };
}

export type RenderLetterByName = ReturnType<typeof createLetterRenderer>;

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

const reminderFacts = z.object({
  first_name: z.string().default(''),
  client_id: z.uuid(),
  /** Another client than the reader's own: their account opens for that one. */
  is_other: z.boolean().default(false),
  groups: z
    .array(
      z.object({
        source: z.enum(reminderSources),
        year: z.number().int().nullable(),
        count: z.number().int(),
        due_on: z.iso.date().nullish(),
      }),
    )
    .min(1),
});

/**
 * Reminds of everything that is due for a client today. It counts documents and doesn't name them: staff type names, and
 * mails are not confidential.
 */
function reminderLetter(given: unknown, parts: LetterParts): Letter {
  const { office, pauseTicketOf, reader } = parts;
  const { first_name, client_id, is_other, groups } = reminderFacts.parse(given);
  const [dueOn] = groups.flatMap(({ due_on }) => due_on ?? []).sort();
  return {
    subject: msg`A reminder from our office`,
    preview: msg`Something is waiting for you in your account.`,
    heading: msg`Something is waiting for you`,
    greeting: greeting(first_name),
    paragraphs: [
      groups.every(({ source }) => source === 'payment')
        ? msg`This is still open:`
        : msg`To keep working on your taxes, we still need this from you:`,
      ...(dueOn === undefined
        ? []
        : [msg`Please finish it by ${{ day: dayInWords(dueOn, reader.language) }}.`]),
    ],
    facts: groups.map(({ source, year, count }) => lines[source](String(year ?? ''), String(count))),
    action: {
      label: msg`Open my account`,
      link: ofClient(pageIn(parts, '/account'), is_other ? client_id : undefined),
    },
    notes: [
      msg`Did you just finish? Then you don’t need to do anything. Questions? Call us at ${{ phone: phone(office) }}.`,
    ],
    lessLink: {
      label: msg`Pause these reminders`,
      link: `${pageIn(parts, '/pause-reminders')}#${pauseTicketOf(client_id)}`,
    },
  };
}

const lines: Record<ReminderSource, (year: string, count: string) => { name: Wording; value: Wording }> = {
  documents: (year, count) => ({ name: msg`Documents we still need for ${{ year }}`, value: count }),
  form: (year) => ({ name: msg`Your tax form for ${{ year }}`, value: msg`Not sent yet` }),
  approval: (year) => ({ name: msg`Your return for ${{ year }}`, value: msg`Waiting for your approval` }),
  signature: (year, count) => ({ name: msg`Documents to sign for ${{ year }}`, value: count }),
  question: (_year, count) => ({ name: msg`Questions from our office`, value: count }),
  payment: (_year, count) => ({ name: msg`Fees that aren’t paid yet`, value: count }),
};
