/**
 * What the quote came to, in a sentence for the office, on its way to the pages where a visitor goes on. It stays
 * in this tab only: nobody has been asked to store it, and the next person at the same computer has another tab.
 */
const key = 'nutmeg.quote-note';
/** The office reads it beside a name. */
const longest = 500;

export function keepQuoteNote(text: string): void {
  try {
    sessionStorage.setItem(key, shortened(text));
  } catch {
    // A browser that refuses storage carries no note; the visitor can tell the office.
  }
}

/** The note, or null. Anybody at the keyboard can write into the storage: to be shown as text, never as markup. */
export function readQuoteNote(): string | null {
  try {
    return shortened(sessionStorage.getItem(key) ?? '') || null;
  } catch {
    // See above.
    return null;
  }
}

export function forgetQuoteNote(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // See above.
  }
}

/** Control characters and halves of characters, which the database refuses, become spaces. */
function shortened(text: string): string {
  const note = oneLine(text);
  return note.length <= longest ? note : `${oneLine(note.slice(0, longest - 1))}…`;
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
