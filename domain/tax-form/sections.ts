import type { OfficeDay } from '#domain/office-time/office-day.ts';
import type { TaxFormAnswers } from './answers.ts';
import { isVisible } from './conditions.ts';
import { type FieldKey, fieldKeys, fieldOf, type SectionId } from './fields.ts';
import { type Problem, problemsOf } from './validate.ts';

export interface Section {
  id: SectionId;
  title: string;
  /** A sentence about the questions. */
  about: string;
}

export const sections: readonly Section[] = [
  { id: 'you', title: 'About you', about: 'Who you are and how we reach you.' },
  { id: 'business', title: 'Your business', about: 'Only if we should prepare business taxes too.' },
  { id: 'filing', title: 'How you file', about: 'Your filing status decides your rates and deductions.' },
  { id: 'spouse', title: 'Your spouse', about: 'What the return needs about your spouse.' },
  { id: 'health', title: 'Health insurance and crypto', about: 'Two questions that the IRS asks everyone.' },
  { id: 'dependents', title: 'Your dependents', about: 'Children and relatives that you support.' },
  { id: 'bank', title: 'Your refund', about: 'Where a refund goes.' },
  { id: 'finish', title: 'Last questions', about: 'What else we should know, and how to reach you.' },
];

export type SectionState = 'hidden' | 'open' | 'complete';

export interface SectionStatus extends Section {
  state: SectionState;
  problems: Problem[];
}

export function fieldsIn(section: SectionId): FieldKey[] {
  return fieldKeys.filter((key) => fieldOf(key).section === section);
}

/** The section of a path. */
export function sectionOf(path: string): SectionId {
  const [first = ''] = path.split('.');
  return first === 'dependents' ? 'dependents' : fieldOf(first as FieldKey).section;
}

/** The status of each section. */
export function sectionStatuses(answers: TaxFormAnswers, today: OfficeDay): SectionStatus[] {
  const all = problemsOf(answers, today);
  return sections.map((section) => {
    const problems = all.filter(({ path }) => sectionOf(path) === section.id);
    const asked = fieldsIn(section.id).some((key) => isVisible(key, answers)) || section.id === 'dependents';
    const state = !asked ? 'hidden' : problems.length > 0 ? 'open' : needsClientKind(section, answers);
    return { ...section, state, problems };
  });
}

/** The first question of the form decides whether dependents are asked for. */
function needsClientKind({ id }: Section, { isNew }: TaxFormAnswers): SectionState {
  return id === 'dependents' && isNew === '' ? 'open' : 'complete';
}
