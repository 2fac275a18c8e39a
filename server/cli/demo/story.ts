import type { ReturnKind, ReturnStatus } from '#domain/returns/tax-return.ts';
import type { SavedForm } from '#domain/tax-form/answers.ts';
import type { Paper } from './papers/papers.ts';

/** The history of one client. Times are days before today; for fractions, see moments.ts. */

export type StaffKey = 'grace' | 'dana' | 'tom';

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

export interface StoryFile {
  /** The path below the owner's root: "W-2s/W-2 Elm City Bakery.pdf". The extension decides the type. */
  path: string;
  paper: Paper;
  days: number;
  /** Who uploaded it; by default the client. */
  by?: StaffKey;
  /** When staff downloaded it. */
  fetched?: readonly [by: StaffKey, days: number];
  /** When the client opened it. */
  opened?: number;
  deleted?: readonly [by: StaffKey, days: number];
  renamedFrom?: string;
  /** The checklist item that it answers, by id or title. The client ticks it shortly afterwards. */
  item?: string;
}

interface StoryItem {
  /** The item, by id or title. For an item that staff add, `asked` and its title. */
  item: string;
  days: number;
  state: 'confirmed' | 'asked_again' | 'not_available' | 'asked';
  /** The staff member. `not_available` comes from the client. */
  by?: StaffKey;
  /** The staff note, or the client's reason. */
  words?: string;
}

export interface StoryStep {
  to: ReturnStatus | 'paid';
  days: number;
  by?: StaffKey;
  note?: string;
  /** For a review: the path of the file. */
  file?: string;
}

export interface StoryReturn {
  /** 0: this year; -1: last year. */
  year: 0 | -1;
  kind: ReturnKind;
  started: readonly [by: StaffKey, days: number];
  steps: readonly StoryStep[];
}

export interface Story {
  person: Person;
  joined: number;
  /** When the client last signed in. */
  seen: number;
  /** The submitted forms of this year and last year. */
  form?: { days: number; answers: SavedForm };
  formBefore?: { days: number; answers: SavedForm };
  /** An unsubmitted form. */
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
