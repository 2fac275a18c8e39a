/** After this pause, the next letter starts a new word. */
export const WORD_ENDS_AFTER_MS = 1000;

export interface NamedRow {
  key: string | number;
  text: string;
}

type Begins = (name: string, word: string) => boolean;

/** Case doesn't count, nor do accents, unless the language counts an accented letter as another one. */
export function beginsIn(language: string): Begins {
  const { compare } = new Intl.Collator(language, { usage: 'search', sensitivity: 'base' });
  return (name, word) => compare(name.slice(0, word.length), word) === 0;
}

/** The letters typed so far. Any other key ends the word. */
export interface TypedWord {
  readonly text: string;
  readonly at: number;
}

export const noWord: TypedWord = { text: '', at: Number.NEGATIVE_INFINITY };

export interface TypeAhead {
  word: TypedWord;
  /** The row to focus. Null if no name starts with the word. */
  key: NamedRow['key'] | null;
}

/**
 * Adds a letter. Repeating a single letter goes to the next name with it. A letter that no name continues with
 * starts a new word.
 */
export function typeLetter(
  letter: string,
  now: number,
  word: TypedWord,
  rows: readonly NamedRow[],
  current: NamedRow['key'] | null,
  begins: Begins,
): TypeAhead {
  const at = rows.findIndex(({ key }) => key === current);
  /** From this row on, wrapping around. */
  const find = (beginning: string, from: number) =>
    [...rows.slice(from), ...rows.slice(0, from)].find(({ text }) => begins(text, beginning))?.key ?? null;
  const longer = now - word.at < WORD_ENDS_AFTER_MS ? word.text + letter : null;
  const same = longer === null ? null : find(longer, Math.max(at, 0));
  if (longer !== null && same !== null) return { word: { text: longer, at: now }, key: same };
  // A space that continues no name selects.
  const key = letter === ' ' ? null : find(letter, at + 1);
  return { word: key === null ? noWord : { text: letter, at: now }, key };
}
