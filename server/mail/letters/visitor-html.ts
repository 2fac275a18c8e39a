import sanitizeHtml from 'sanitize-html';
import { normalizeCut } from '#domain/text/unicode.ts';
import { SafeHtml } from './html.ts';

/** What gives a notice its form, and nothing that loads, leads or looks. */
const TAGS = [
  'p',
  'br',
  'div',
  'strong',
  'b',
  'em',
  'i',
  'ul',
  'ol',
  'li',
  'table',
  'tbody',
  'tr',
  'th',
  'td',
];
const BLOCK_ENDS = /<(?:br|\/p|\/div|\/li|\/tr|\/ul|\/ol|\/table)\b[^>]*>/g;

/** A stranger's markup without attributes, links, pictures and whatever runs; its words stay. */
export function sanitizeVisitorHtml(markup: string): SafeHtml {
  // Cells that stand side by side must not become one word where the table is left out.
  const apart = markup.replace(/<\/t[dh]\s*>/gi, ' $&');
  const harmless = sanitizeHtml(apart, {
    allowedTags: TAGS,
    allowedAttributes: {},
    transformTags: Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, 'p'])),
    nestingLimit: 12,
  });
  // Last, since a control may have come as an entity.
  return new SafeHtml(withoutControls(harmless).trim());
}

/** The same as plain text: a line for each block. */
export function textOfVisitorHtml({ markup }: SafeHtml): string {
  return markup
    .replace(/<li>/g, '- ')
    .replace(BLOCK_ENDS, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (_entity, name: string) => CHARACTERS[name] ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** On one line, for a subject: what people type may be anything. */
export function oneLine(text: string, longest: number): string {
  // A family emoji has eleven code units: room enough for any `longest` characters.
  const line = withoutControls(normalizeCut(text, 20 * longest))
    .replace(/\s+/g, ' ')
    .trim();
  return [...line].slice(0, longest).join('');
}

/** Without what hides, turns round or breaks what is read; a line's end stays one. */
function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n]|\p{Cf}|\p{Zl}|\p{Zp}/gu, ' ');
}

const CHARACTERS: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };
