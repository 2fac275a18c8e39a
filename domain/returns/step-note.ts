import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';

const ON_PAPER = 'Signed on paper by ';

/** The note of an approval on paper, as the database stores it (migration 0025_returns). */
export const paperNote = (name: string): string => ON_PAPER + name;

/** The note of a step for its reader: what staff wrote stays as it is, what the database wrote is translated. */
export function noteWords(note: string): Wording {
  return note.startsWith(ON_PAPER) ? msg`Signed on paper by ${{ name: note.slice(ON_PAPER.length) }}` : note;
}
