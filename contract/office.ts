import type { Messages } from '@lingui/core';
import type { Business } from '#domain/business/business.ts';
import type { FactProblem } from '#domain/business/fit-facts.ts';
import type { LetterId, TextId } from '#domain/contact/letter-names.ts';
import type { Language } from '#domain/language/language.ts';
import type { WordedPage } from '#domain/language/worded-pages.ts';

/**
 * The API of the office's facts, for super users only.
 *
 * * `GET office`: `OfficeState`.
 * * `PUT office` with `SaveOffice`: `OfficeState` with the new version, or with the present one if nothing differs.
 * * `GET office/history?before=VERSION`: `OfficeHistory`, the versions before that one.
 * * `GET office/version?number=VERSION`: `OfficeFacts` of an earlier version; 404 if there is none.
 * * `POST office/restore` with `RestoreOffice`: `OfficeState`; the facts of the earlier version are the newest again.
 * * `POST office/preview` with `PreviewOffice`: `OfficePreview`, a page of the site as it would be with these facts. 404 if
 *   there is no such page, or it shows nothing without scripts.
 *
 * * `POST office/picture?x&y&size` with the bytes of a JPEG, PNG, or WebP: `OfficePicture`. `x` and `y` (0 to 1, else 0.5) and
 *   `size` (0.25 to 1, else 1) say which square of it is kept. 422 with a message if it can't be used.
 *
 * 409 `OfficeConflict`: there is a newer version than the expected one. 422 `OfficeProblems`: a fact is wrong. Either way
 * nothing was saved. 403 for others, 429 after too many saves or
 * previews.
 */
export interface OfficeState extends OfficeFacts, OfficeHistory {}

/** Saved as `team[].portrait`. Deleted after 30 days if it is not. */
export interface OfficePicture {
  id: string;
}

export interface OfficeFacts {
  version: number;
  facts: Business;
}

export interface OfficeHistory {
  /** Newest first. */
  history: OfficeVersion[];
  /** Whether there are earlier ones. */
  more: boolean;
}

export interface OfficeVersion {
  version: number;
  savedAt: string;
  /** The person's name. Null: the portal itself, the command line, or an account that is gone. */
  savedBy: string | null;
  source: 'defaults' | 'page' | 'command';
  /** The version whose facts were restored. */
  restoredFrom: number | null;
  /** The facts that differ from the version before, such as "hours.open" or "team". */
  changed: string[];
}

export interface SaveOffice {
  /** The version that the facts were made from. */
  expectedVersion: number;
  facts: Business;
}

export interface RestoreOffice {
  expectedVersion: number;
  version: number;
}

/** What was saved in the meantime. */
export interface OfficeConflict extends OfficeState {
  message: string;
}

export interface OfficeProblems {
  message: string;
  problems: FactProblem[];
}

export interface PreviewOffice {
  /** Of a public page: "/fees". */
  path: string;
  facts: Business;
}

export interface OfficePreview {
  /** A document without scripts, for a sandboxed frame. */
  html: string;
}

/**
 * `GET office/texts`: our texts, which `wording` (pages) and `letters` (mails) of the facts can replace. For super users.
 */
export interface OfficeTexts {
  /** The texts of a page are in its order. */
  pages: { page: WordedPage; texts: OfficeText[] }[];
  /** Mails, and texts (SMS). */
  letters: { letter: LetterId | TextId; texts: LetterText[] }[];
}

export interface OfficeText {
  /** In English, as the key in the facts. Values are in braces: "Hello {name},". */
  text: string;
  spanish: string;
  /** Other pages have it too. */
  isShared?: boolean;
}

export type LetterPlace =
  | 'subject'
  | 'heading'
  | 'preview'
  | 'greeting'
  | 'paragraph'
  | 'label'
  | 'button'
  | 'code'
  | 'link'
  | 'note'
  | 'text';

export interface LetterText extends OfficeText {
  /** Where it is in the letter: "subject" and "heading" may be the same. */
  places: LetterPlace[];
  /** An example of each value, in each language. */
  values: Record<Language, Record<string, string>>;
}

/**
 * `POST office/letter`: `LetterPreview`, a mail as it would be with these facts, with sample values. 404 if there is no
 * such letter, 422 `OfficeProblems` if a fact is wrong. For super users.
 */
export interface PreviewLetter {
  letter: LetterId;
  language: Language;
  facts: Business;
}

export interface LetterPreview {
  subject: string;
  /** A document without scripts, for a sandboxed frame. */
  html: string;
}

/**
 * `GET office/own-words?language=es`: the office's words in place of ours in mails, compiled, by the ids of our texts, so
 * that staff see a letter as it will be sent. For all staff.
 */
export type OwnLetterWords = Messages;
