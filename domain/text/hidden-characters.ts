/**
 * Characters that are invisible or reverse the text direction. In a name they are deceptive: "invoice\u202efdp.exe"
 * looks like a PDF, and two names with and without U+200B look the same. They are kept where text needs them:
 * multi-part emoji and flags, Persian and other scripts that join letters, and old forms of Chinese characters.
 */

/** Scripts in which ZWJ and ZWNJ decide how a letter joins its neighbor. */
const JOINING = [
  ...['Arabic', 'Syriac', 'Mandaic', 'Nko', 'Mongolian', 'Phags_Pa', 'Devanagari', 'Bengali', 'Gurmukhi'],
  ...[
    'Gujarati',
    'Oriya',
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Sinhala',
    'Tibetan',
    'Myanmar',
    'Khmer',
  ],
]
  .map((script) => `\\p{scx=${script}}`)
  .join('');

const NEEDED = [
  // A family, a profession, a skin tone.
  '(?<=\\p{ExtPict}\\ufe0f?\\p{EMod}?)\\u200d(?=\\p{ExtPict})',
  // A symbol as an emoji; a keycap digit.
  '(?<=\\p{ExtPict})[\\ufe0e\\ufe0f]',
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  // The flags of England, Scotland and Wales.
  '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]*)[\\u{e0020}-\\u{e007f}]',
  `(?<=[${JOINING}])[\\u200c\\u200d]`,
  '(?<=\\p{Script=Mongolian})[\\u180b-\\u180f]',
  '(?<=\\p{Script=Han})[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
].join('|');

const hidden = new RegExp(
  `(?!${NEEDED})[\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\u202a-\\u202e\\ufff9-\\ufffb]`,
  'gu',
);

/** The text without its hidden characters. For bounded texts: names and keys. */
export function withoutHidden(text: string): string {
  return text.replace(hidden, '');
}

/** Ignored in searches, even where a script needs them. */
export const UNSEARCHED = [
  ...['\u00ad', '\u034f', '\u061c', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2060'],
  ...[
    '\u2061',
    '\u2062',
    '\u2063',
    '\u2064',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
    '\ufe0e',
    '\ufe0f',
    '\ufeff',
  ],
].join('');
