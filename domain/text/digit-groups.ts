/** Formats numbers in groups of digits while they are typed: 000-00-0000. */

/** The text of an input and its cursor: the number of characters before it. */
export interface Typed {
  text: string;
  cursor: number;
}

const HYPHEN = '-';

export function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '');
}

/** Digits in groups of these sizes, without a trailing hyphen. */
export function grouped(digits: string, sizes: readonly number[]): string {
  let from = 0;
  const groups = sizes.map((size) => {
    from += size;
    return digits.slice(from - size, from);
  });
  return groups.filter(Boolean).join(HYPHEN);
}

/**
 * What an input shows after an edit. The cursor stays after the same digit. A digit that is typed into a full number
 * is ignored: it would push out the last one.
 */
export function groupedAsTyped({ text, cursor }: Typed, sizes: readonly number[], prefix = ''): Typed {
  const room = sizes.reduce((sum, size) => sum + size, 0);
  const after = digitsOf(text.slice(cursor)).slice(0, room);
  const before = digitsOf(text.slice(0, cursor)).slice(0, room - after.length);
  const digits = before + after;
  if (digits === '') return { text: '', cursor: 0 };
  const shown = prefix + grouped(digits, sizes);
  let at = prefix.length;
  for (let seen = 0; seen < before.length; at++) if (shown[at] !== HYPHEN) seen += 1;
  return { text: shown, cursor: at };
}

/**
 * Backspace and Delete next to a hyphen would only delete the hyphen, which formatting restores. They delete the digit
 * on the other side instead.
 * @param before the input when the key was pressed, without a selection
 * @returns the intended edit, or null if a digit was deleted
 */
export function digitMeant(before: Typed, after: Typed): Typed | null {
  const removed = before.text.length - after.text.length;
  const gone = before.text.slice(after.cursor, after.cursor + removed);
  const isOneDeletion =
    removed > 0 && before.text === after.text.slice(0, after.cursor) + gone + after.text.slice(after.cursor);
  if (!isOneDeletion || /[0-9]/.test(gone)) return null;
  const isBackspace = after.cursor < before.cursor;
  const at = isBackspace ? after.cursor - 1 : after.cursor;
  if (at < 0 || at >= after.text.length) return null;
  return { text: after.text.slice(0, at) + after.text.slice(at + 1), cursor: at };
}
