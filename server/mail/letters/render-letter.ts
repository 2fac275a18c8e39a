import type { Written } from '../transport/transport.ts';
import { renderHtml } from './layout.ts';
import type { Letter, Office } from './letter.ts';
import { renderText } from './plain-text.ts';

/** The words in both parts of a mail. */
export function renderLetter(letter: Letter, office: Office): Written {
  const { subject, invitation, thread, personal } = letter;
  return {
    subject,
    html: renderHtml(letter, office),
    text: renderText(letter, office),
    ...(invitation && { invitation }),
    ...(thread && { thread }),
    ...(personal && { personal }),
  };
}
