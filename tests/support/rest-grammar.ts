import fc from 'fast-check';

/** Any text that PostgreSQL can hold: everything but a zero byte. */
export const anyText = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
export const anyName = anyText.filter((text) => text !== '');

/** A name or value in the double quotes of the REST grammar. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
