import type { BulkAct, BulkKind } from '#domain/bulk/jobs.ts';
import { MOST_TAG, MOST_TITLE } from '#domain/bulk/limits.ts';
import { maxLetterNote } from '#domain/contact/client-letters.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import {
  blankLetter,
  type LetterDraft,
  type LetterProblems,
  letterOf,
  problemsOf,
} from '../../mails/letter.ts';

/** What a person has entered for an act. Each act uses its own part. */
export interface ActDraft {
  readonly letter: LetterDraft;
  /** Empty: no preparer. */
  readonly person: string;
  readonly tag: string;
  readonly remove: boolean;
  readonly title: string;
  readonly due: string;
  readonly owner: 'preparer' | 'starter';
}

export const blankAct = (person: string): ActDraft => ({
  letter: { ...blankLetter, template: 'form_reminder' },
  person,
  tag: '',
  remove: false,
  title: '',
  due: '',
  owner: 'preparer',
});

/** @param isArchive whether the clients are archived: they are brought back */
export function actOf(kind: BulkKind, draft: ActDraft, year: number, isArchive: boolean): BulkAct {
  const { template, items, note } = letterOf(draft.letter);
  const added = note === '' ? {} : { note };
  switch (kind) {
    case 'remind':
      return { kind, options: { year, ...added } };
    case 'letter':
      return { kind, options: { template, ...(items.length > 0 && { items }), ...added } };
    case 'assign':
      return { kind, options: { person: draft.person || null } };
    case 'tag':
      return { kind, options: { tag: draft.tag.trim().normalize('NFC'), remove: draft.remove } };
    case 'task':
      return { kind, options: { title: draft.title.trim(), due_on: draft.due, owner: draft.owner } };
    case 'archive':
      return { kind, options: { archived: !isArchive } };
  }
}

export interface DraftProblems extends LetterProblems {
  tag?: string;
  title?: string;
  due?: string;
}

export function draftProblems(kind: BulkKind, draft: ActDraft, t: Translate): DraftProblems {
  switch (kind) {
    case 'remind': {
      const isLong = [...draft.letter.note.trim()].length > maxLetterNote;
      return isLong ? { note: t(msg`Use up to ${{ count: maxLetterNote }} characters`) } : {};
    }
    case 'letter':
      return problemsOf(draft.letter, t);
    case 'tag':
      return textProblem('tag', draft.tag, t(msg`Write a tag`), MOST_TAG, t);
    case 'task':
      return {
        ...textProblem('title', draft.title, t(msg`Write what needs to be done`), MOST_TITLE, t),
        ...(!isDay(draft.due) && { due: t(msg`Choose a date`) }),
      };
    default:
      return {};
  }
}

function textProblem(
  name: 'tag' | 'title',
  typed: string,
  missing: string,
  most: number,
  t: Translate,
): DraftProblems {
  const length = [...typed.trim()].length;
  if (length === 0) return { [name]: missing };
  return length > most ? { [name]: t(msg`Use up to ${{ count: most }} characters`) } : {};
}

/** Years of this and the next century, as the database has them. */
const isDay = (text: string): boolean => /^2[01]\d\d-\d\d-\d\d$/.test(text);
