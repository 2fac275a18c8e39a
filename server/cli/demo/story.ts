import type { ReturnKind, ReturnStatus } from '#domain/returns/tax-return.ts';
import type { SavedForm } from '#domain/tax-form/answers.ts';
import type { Paper } from './papers/papers.ts';

/** What happened with one client, in days before today. Moments of a day: see `moments.ts`. */

export type StaffKey = 'grace' | 'dana' | 'tom';

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

export interface StoryFile {
  /** Beneath the owner's root: "W-2s/W-2 Elm City Bakery.pdf". Its ending says of what kind it is. */
  path: string;
  paper: Paper;
  days: number;
  /** Who put it there; the client, where nobody is named. */
  by?: StaffKey;
  /** Somebody of the office fetched it then. */
  fetched?: readonly [by: StaffKey, days: number];
  /** The client looked at it then. */
  opened?: number;
  deleted?: readonly [by: StaffKey, days: number];
  renamedFrom?: string;
  /** What of the list it is, by id or title: the client ticks it a little later. */
  item?: string;
}

export interface StoryItem {
  /** By id or title; for what the office asks for by hand, `asked` and its title. */
  item: string;
  days: number;
  state: 'confirmed' | 'asked_again' | 'not_available' | 'asked';
  /** Who of the office; `not_available` is the client's own word. */
  by?: StaffKey;
  /** The office's note, or the client's reason. */
  words?: string;
}

export interface StoryStep {
  to: ReturnStatus | 'paid';
  days: number;
  by?: StaffKey;
  note?: string;
  /** For the review: the path of the file. */
  file?: string;
}

export interface StoryReturn {
  /** This year's, or last year's (-1). */
  year: 0 | -1;
  kind: ReturnKind;
  started: readonly [by: StaffKey, days: number];
  steps: readonly StoryStep[];
}

export interface Story {
  person: Person;
  joined: number;
  /** The last sign-in. */
  seen: number;
  /** This year's form as it was sent, and last year's. */
  form?: { days: number; answers: SavedForm };
  formBefore?: { days: number; answers: SavedForm };
  /** Begun and not sent. */
  draft?: { days: number; device: string; answers: SavedForm };
  folders?: readonly (readonly [path: string, days: number])[];
  files?: readonly StoryFile[];
  items?: readonly StoryItem[];
  returns?: readonly StoryReturn[];
  notes?: readonly (readonly [by: StaffKey, days: number, words: string])[];
  letters?: readonly {
    by: StaffKey;
    days: number;
    template: string;
    items?: readonly string[];
    note?: string;
  }[];
}
