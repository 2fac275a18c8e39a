import { addressLine, type Letter, type Office } from './letter.ts';

/** The letter for mail programs that show no HTML, and for people who prefer it. Links stand on their own lines. */
export function renderText(letter: Letter, office: Office): string {
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
