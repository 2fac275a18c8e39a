import sanitizeHtml from 'sanitize-html';
import { normalizeCut } from '#domain/text/unicode.ts';
import { SafeHtml } from './html.ts';

/** Tags for simple formatting: no links, no styles, nothing that loads content. */
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

/** Removes attributes, links, images and scripts from untrusted markup and keeps its text. */
export function sanitizeVisitorHtml(markup: string): SafeHtml {
  // Keeps adjacent cells apart when the table is removed.
  const apart = markup.replace(/<\/t[dh]\s*>/gi, ' $&');
  const harmless = sanitizeHtml(apart, {
    allowedTags: TAGS,
    allowedAttributes: {},
    transformTags: Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, 'p'])),
    nestingLimit: 12,
  });
  // Last, since a control character may have been an entity.
  return new SafeHtml(withoutControls(harmless).trim());
}

/** The text of sanitized markup, with a line for each block. */
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

/** Untrusted text on one line of at most `maxLength` characters, for subjects. */
export function oneLine(text: string, maxLength: number): string {
  // Bounds the work: an emoji can have eleven UTF-16 units.
  const line = withoutControls(normalizeCut(text, 20 * maxLength))
    .replace(/\s+/g, ' ')
    .trim();
  return [...line].slice(0, maxLength).join('');
}

/** Removes control, format and separator characters, which can hide or reorder text, except newlines. */
function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n]|\p{Cf}|\p{Zl}|\p{Zp}/gu, ' ');
}

const CHARACTERS: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };
