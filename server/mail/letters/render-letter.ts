import type { MailContent } from '../transport/transport.ts';
import { renderHtml } from './layout.ts';
import { addressLine, type Letter, type Office } from './letter.ts';

/** Renders a letter as HTML and text. */
export function renderLetter(letter: Letter, office: Office): MailContent {
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

/** The text part, for mail programs without HTML. Links are on separate lines. */
function renderText(letter: Letter, office: Office): string {
  const { heading, greeting, paragraphs, facts = [], quoted, action, code, notes } = letter;
  return [
    heading,
    greeting,
    ...paragraphs,
    facts.length > 0 ? facts.map(({ name, value }) => `${name}: ${value}`).join('\n') : undefined,
    quoted?.text.replace(/^/gm, '> '),
    action && `${action.label}:\n${action.link}`,
    code && `${code.says}\n\n    ${code.digits}`,
    ...notes,
    [
      '-- ',
      office.name,
      addressLine(office),
      `${office.contact.phone.display} · ${office.contact.email}`,
    ].join('\n'),
  ]
    .filter((part) => part !== undefined)
    .join('\n\n')
    .concat('\n');
}
