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

/** What they need before and after them. Not in one expression: Safari has lookbehind only since 16.4. */
const NEEDED: [before: RegExp, itself: RegExp, after: RegExp][] = [
  // A family, a profession, a skin tone.
  [/\p{ExtPict}\ufe0f?\p{EMod}?$/u, /\u200d/, /^\p{ExtPict}/u],
  // A symbol as an emoji; a keycap digit.
  [/\p{ExtPict}$/u, /[\ufe0e\ufe0f]/, /^/],
  [/[0-9#*]$/, /\ufe0f/, /^\u20e3/],
  // The flags of England, Scotland and Wales.
  [/\u{1f3f4}[\u{e0020}-\u{e007e}]*$/u, /[\u{e0020}-\u{e007f}]/u, /^/],
  [new RegExp(`[${JOINING}]$`, 'u'), /[\u200c\u200d]/, /^/],
  [/\p{Script=Mongolian}$/u, /[\u180b-\u180f]/, /^/],
  [/\p{Script=Han}$/u, /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u, /^/],
];
/** In UTF-16 code units: a flag has at most seven tags. */
const LOOK = 24;

const hidden = /[\p{Default_Ignorable_Code_Point}\u2028\u2029\u202a-\u202e\ufff9-\ufffb]/gu;

/** The text without its hidden characters. For bounded texts: names and keys. */
export function withoutHidden(text: string): string {
  return text.replace(hidden, (character, at: number) => {
    const before = text.slice(Math.max(0, at - LOOK), at);
    const after = text.slice(at + character.length, at + character.length + LOOK);
    const isNeeded = NEEDED.some(
      ([start, itself, end]) => itself.test(character) && start.test(before) && end.test(after),
    );
    return isNeeded ? character : '';
  });
}

/** Ignored in searches, even where a script needs them. */
export const UNSEARCHED =
  '\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff';
