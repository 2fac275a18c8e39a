import { normalizeCut } from '#domain/text/unicode.ts';

/** The characters that a text can have at 7 bits each (GSM 03.38), without those that take two. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '^{}\\[~]|€';
const basic = new Set(BASIC);
const extended = new Set(EXTENDED);

/** Close enough for a name or a sentence. One other character would more than halve a segment. */
const REPLACED: Readonly<Record<string, string>> = {
  á: 'a',
  í: 'i',
  ó: 'o',
  ú: 'u',
  ê: 'e',
  ë: 'e',
  ç: 'c',
  Á: 'A',
  Í: 'I',
  Ó: 'O',
  Ú: 'U',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
};

/** Gateways take no more. */
const MOST = 1_600;

/** In NFC: if an ñ came as two characters, its tilde would be lost. */
export const composed = (text: string): string => normalizeCut(text, MOST);

/** With the characters of a plain text only. What has no likeness becomes a question mark. */
export function plainText(text: string): string {
  return [...composed(text)]
    .map((character) => {
      if (basic.has(character) || extended.has(character)) return character;
      return REPLACED[character] ?? '?';
    })
    .join('');
}

/** What fits into one segment: carriers charge for each. */
export const ONE = 160;

/** Of a plain text, in characters of 7 bits. */
export function lengthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (extended.has(character) ? 2 : 1), 0);
}
