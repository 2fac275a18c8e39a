import { renderHtml } from './layout.ts';
import type { Letter, Office } from './letter.ts';
import { renderText } from './plain-text.ts';

/** The words in both parts of a mail. */
export function renderLetter(
  letter: Letter,
  office: Office,
): { subject: string; html: string; text: string } {
  return {
    subject: letter.subject,
    html: renderHtml(letter, office),
    text: renderText(letter, office),
  };
}
