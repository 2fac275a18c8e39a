import type { LetterPreview } from '#contract/office.ts';
import type { Business } from '#domain/business/business.ts';
import { factsIn } from '#domain/business/translations.ts';
import type { LetterId } from '#domain/contact/letter-names.ts';
import type { Language } from '#domain/language/language.ts';
import { type Readers, withLetters } from '#server/language/readers.ts';
import { fixedOffice } from '#server/office/office.ts';
import { renderLetter } from '../letters/render-letter.ts';
import { sampleLetter } from './samples.ts';

/**
 * The mail as it would be with these facts, with sample values.
 * @param ours readers of our texts, without the office's words
 */
export function previewLetter(
  letter: LetterId,
  { facts, language, ours }: { facts: Business; language: Language; ours: Readers },
): LetterPreview {
  const reader = withLetters(ours, fixedOffice(facts))[language];
  const office = factsIn(facts, language);
  const { subject, html } = renderLetter(sampleLetter(letter, office, reader), office, reader);
  return { subject, html };
}
