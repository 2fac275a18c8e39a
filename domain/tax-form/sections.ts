import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { OfficeDay } from '#domain/office-time/office-day.ts';
import type { TaxFormAnswers } from './answers.ts';
import { isVisible } from './conditions.ts';
import { type FieldKey, fieldKeys, fieldOf, type PlacedField, type SectionId } from './fields.ts';
import { type Problem, problemsOf } from './validate.ts';

export interface Section {
  id: SectionId;
  title: MessageDescriptor;
  /** A sentence about the questions. */
  about: MessageDescriptor;
}

export const sections: readonly Section[] = [
  { id: 'you', title: msg`About you`, about: msg`Who you are and how to reach you.` },
  {
    id: 'business',
    title: msg`Your business`,
    about: msg`Only if you’d like us to prepare business taxes too.`,
  },
  {
    id: 'filing',
    title: msg`How you file`,
    about: msg`Your filing status affects your tax rates and deductions.`,
  },
  { id: 'spouse', title: msg`Your spouse`, about: msg`What we need to know about your spouse.` },
  {
    id: 'health',
    title: msg`Health insurance and crypto`,
    about: msg`Three questions the IRS asks everyone.`,
  },
  { id: 'dependents', title: msg`Your dependents`, about: msg`Children and relatives you support.` },
  { id: 'bank', title: msg`Your refund`, about: msg`Where we should send your refund.` },
  {
    id: 'finish',
    title: msg`Last questions`,
    about: msg`Anything else we should know, and how to reach you.`,
  },
];

export function sectionTitle(section: SectionId, t: Translate): string {
  const found = sections.find(({ id }) => id === section);
  return found ? t(found.title) : '';
}

export type SectionState = 'hidden' | 'open' | 'complete';

export interface SectionStatus extends Section {
  state: SectionState;
  problems: Problem[];
}

export function fieldsIn(section: SectionId): FieldKey[] {
  return fieldKeys.filter((key) => fieldOf(key).section === section);
}

/** The section of a path. A problem that only the server finds may be about no question: about the year, for example. */
export function sectionOf(path: string): SectionId | undefined {
  const [first = ''] = path.split('.');
  const field: PlacedField | undefined = fieldOf(first as FieldKey);
  return first === 'dependents' ? first : field?.section;
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
