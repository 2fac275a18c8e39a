import { addressLine } from '#domain/business/office.ts';
import { inWords, type Reader, type Wording } from '#domain/language/translate.ts';
import { englishReader } from '#server/language/readers.ts';
import { renderHtml } from './layout.ts';
import type { Letter, MailContent, Office } from './letter.ts';

/** Renders a letter as HTML and text, in the reader's language. */
export function renderLetter(letter: Letter, office: Office, reader: Reader = englishReader): MailContent {
  const { invitation, thread, personal } = letter;
  const words = translated(letter, reader);
  return {
    subject: words.subject,
    html: renderHtml(words, office, reader),
    text: renderText(words, office),
    ...(invitation && { invitation }),
    ...(thread && { thread }),
    ...(personal && { personal }),
  };
}

function translated(letter: Letter, { t }: Reader): Letter<string> {
  const { facts, quoted, action, code, lessLink } = letter;
  const text = (wording: Wording) => inWords(wording, t);
  return {
    // The office's own words may have line breaks, which headers can't.
    subject: text(letter.subject).replace(/\s+/g, ' '),
    preview: text(letter.preview),
    heading: text(letter.heading ?? letter.subject),
    greeting: text(letter.greeting),
    paragraphs: letter.paragraphs.map(text),
    ...(facts && { facts: facts.map(({ name, value }) => ({ name: text(name), value: text(value) })) }),
    ...(quoted && { quoted }),
    ...(action && { action: { ...action, label: text(action.label) } }),
    ...(code && { code: { ...code, says: text(code.says) } }),
    notes: letter.notes.map(text),
    ...(lessLink && { lessLink: { ...lessLink, label: text(lessLink.label) } }),
  };
}

/** The text part, for mail programs without HTML. Links are on separate lines. */
function renderText(letter: Letter<string>, office: Office): string {
  const { heading, greeting, paragraphs, facts = [], quoted, action, code, notes, lessLink } = letter;
  return [
    heading,
    greeting,
    ...paragraphs,
    facts.length > 0 ? facts.map(({ name, value }) => `${name}: ${value}`).join('\n') : undefined,
    quoted?.text.replace(/^/gm, '> '),
    action && `${action.label}:\n${action.link}`,
    code && `${code.says}\n\n    ${code.digits}`,
    ...notes,
    lessLink && `${lessLink.label}:\n${lessLink.link}`,
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
