/** Formats numbers in groups of digits while they are typed: 000-00-0000. */

/** The text of an input and its cursor: the number of characters before it. */
export interface Typed {
  text: string;
  cursor: number;
  /** It has more digits than the field takes, so it is shown as it is. */
  doesNotFit?: true;
}

const HYPHEN = '-';

export function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '');
}

/** Whether it has digits of another script, which `digitsOf` leaves out. */
export function hasOtherDigits(text: string): boolean {
  return /[^\P{Nd}0-9]/u.test(text);
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

/** What an input shows after an edit. The cursor stays after the same digit; digits too many stay visible. */
export function groupedAsTyped(typed: Typed, sizes: readonly number[], prefix = ''): Typed {
  const digits = digitsOf(typed.text);
  const room = sizes.reduce((sum, size) => sum + size, 0);
  if (digits.length > room || hasOtherDigits(typed.text)) return { ...typed, doesNotFit: true };
  if (digits === '') return { text: '', cursor: 0 };
  const before = digitsOf(typed.text.slice(0, typed.cursor)).length;
  const shown = prefix + grouped(digits, sizes);
  let at = prefix.length;
  for (let seen = 0; seen < before; at++) if (shown[at] !== HYPHEN) seen += 1;
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
