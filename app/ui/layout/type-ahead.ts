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
  const begun = now - word.at < WORD_ENDS_AFTER_MS ? word.text : '';
  const longer = begun === '' ? null : find(rows, begun + letter, current, true, begins);
  if (longer !== null) return { word: { text: begun + letter, at: now }, key: longer };
  // A space that continues no name selects.
  const key = letter === ' ' ? null : find(rows, letter, current, false, begins);
  return { word: key === null ? noWord : { text: letter, at: now }, key };
}

/** From the current row, wrapping around. */
function find(
  rows: readonly NamedRow[],
  beginning: string,
  current: NamedRow['key'] | null,
  mayStay: boolean,
  begins: Begins,
): NamedRow['key'] | null {
  const at = rows.findIndex(({ key }) => key === current);
  const from = mayStay ? Math.max(at, 0) : at + 1;
  const inOrder = [...rows.slice(from), ...rows.slice(0, from)];
  const found = inOrder.find(({ text }) => begins(text, beginning));
  return found?.key ?? null;
}
