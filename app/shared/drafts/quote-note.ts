import { type StoredValue, storedText } from './stored-value.ts';

/** The office reads it beside a name. */
const MAX_LENGTH = 500;

/**
 * The result of the quote as one sentence for the office, for the pages where a visitor goes on from there. Anyone at
 * the keyboard can write to the storage: show it as text, never as markup.
 */
export const quoteNote = noteIn('nutmeg.quote-note');

/** The same in the visitor's language, for their eyes only. */
export const shownQuoteNote = noteIn('nutmeg.shown-quote-note');

function noteIn(key: string): StoredValue<string> {
  const stored = storedText('session', key);
  return {
    read: () => shorten(stored.read() ?? '') || null,
    save: (text) => stored.save(shorten(text)),
    clear: stored.clear,
  };
}

function shorten(text: string): string {
  const note = oneLine(text);
  return note.length <= MAX_LENGTH ? note : `${oneLine(note.slice(0, MAX_LENGTH - 1))}…`;
}

/** The database refuses control characters and unpaired surrogates: they become spaces. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
