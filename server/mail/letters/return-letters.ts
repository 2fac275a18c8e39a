import { z } from 'zod';
import { greeting } from '#domain/contact/greeting.ts';
import { returnLetterWords } from '#domain/contact/return-letter.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { returnKinds, returnStatuses } from '#domain/returns/tax-return.ts';
import { type Letter, type Office, phone } from './letter.ts';

export const returnFacts = z.object({
  first_name: z.string().default(''),
  year: z.number().int(),
  kind: z.enum(returnKinds),
  status: z.enum(returnStatuses).exclude(['not_started']),
  note: z.string().nullish(),
  /** Missing in mails that an older release queued. */
  return_id: z.uuid().nullish(),
  /** If the return is of another client than the reader's own. */
  client_id: z.uuid().optional(),
});

/** Tells the client the new status of a return. `link` leads to it. */
export function returnLetter(
  facts: z.infer<typeof returnFacts>,
  office: Office,
  link: string,
  t: Translate,
): Letter {
  const { subject, paragraphs, action } = returnLetterWords(facts, t);
  return {
    subject,
    preview: paragraphs[0] ?? '',
    heading: subject,
    greeting: greeting(facts.first_name),
    paragraphs,
    action: { label: action, link },
    notes: [msg`Questions? Call us at ${{ phone: phone(office) }}.`],
  };
}
