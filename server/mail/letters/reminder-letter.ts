import { z } from 'zod';
import { greeting } from '#domain/contact/greeting.ts';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';
import { dayInWords } from '#domain/office-time/words.ts';
import { type ReminderSource, reminderSources } from '#domain/reminders/rules.ts';
import { ofClient } from './client-letters.ts';
import { type Letter, type LetterParts, pageIn, phone } from './letter.ts';

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
type Group = z.infer<typeof reminderFacts>['groups'][number];

/**
 * Reminds of everything that is due for a client today. It counts documents and doesn't name them: staff type names, and
 * mails are not confidential.
 */
export function reminderLetter(given: unknown, parts: LetterParts): Letter {
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
    facts: groups.map(lineOf),
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

type Line = { name: Wording; value: Wording };

const lines: Record<ReminderSource, (year: string, count: string) => Line> = {
  documents: (year, count) => ({ name: msg`Documents we still need for ${{ year }}`, value: count }),
  form: (year) => ({ name: msg`Your tax form for ${{ year }}`, value: msg`Not sent yet` }),
  approval: (year) => ({ name: msg`Your return for ${{ year }}`, value: msg`Waiting for your approval` }),
  signature: (year, count) => ({ name: msg`Documents to sign for ${{ year }}`, value: count }),
  question: (_year, count) => ({ name: msg`Questions from our office`, value: count }),
  payment: (_year, count) => ({ name: msg`Fees that aren’t paid yet`, value: count }),
};

function lineOf({ source, year, count }: Group): Line {
  return lines[source](String(year ?? ''), String(count));
}
