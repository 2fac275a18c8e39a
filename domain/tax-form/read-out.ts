import { showPhone } from '#domain/contact/phone.ts';
import { type Dependent, readAnswers, type TaxFormAnswers } from './answers.ts';
import { months, yesNo } from './choices.ts';
import { isVisible, listsDependents } from './conditions.ts';
import {
  type DependentKey,
  dependentFieldOf,
  dependentKeys,
  type Field,
  fieldKeys,
  fieldOf,
  type SectionId,
} from './fields.ts';
import { maskedAnswer } from './sensitive.ts';

export interface ReadItem {
  path: string;
  question: string;
  /** As text; '' if not answered. Sensitive answers are masked by default. */
  answer: string;
  /** Staff can reveal it with `rpc('reveal_tax_answer', { form_id, field: path })`. */
  sensitive: boolean;
}
export interface ReadSection {
  section: SectionId;
  items: ReadItem[];
  /** In the section "dependents": one list per dependent. */
  dependents: ReadItem[][];
}
interface Options {
  /** `brief`: name and relationship only, for the viewer of staff. */
  dependents?: 'brief' | 'whole';
  /** `shown` only for the client. */
  sensitive?: 'masked' | 'shown';
}

const BRIEF: readonly DependentKey[] = ['firstName', 'lastName', 'relationship'];

/** A saved form as questions and answers, without hidden questions. */
export function readOut(saved: unknown, options: Options = {}): ReadSection[] {
  const { dependents: extent = 'whole', sensitive = 'masked' } = options;
  const answers = readAnswers(saved);
  const found = new Map<SectionId, ReadSection>();
  for (const key of fieldKeys) {
    if (!isVisible(key, answers)) continue;
    const field = fieldOf(key);
    const section = found.get(field.section) ?? { section: field.section, items: [], dependents: [] };
    found.set(field.section, section);
    section.items.push(item(key, field, answers[key], sensitive));
  }
  const section = found.get('dependents');
  if (section)
    section.dependents = dependentsOf(answers, extent === 'brief' ? BRIEF : dependentKeys, sensitive);
  return [...found.values()];
}

function dependentsOf(
  answers: TaxFormAnswers,
  keys: readonly DependentKey[],
  sensitive: 'masked' | 'shown',
): ReadItem[][] {
  if (!listsDependents(answers)) return [];
  return answers.dependents.map((dependent: Dependent, at) =>
    keys.map((key) => item(`dependents.${at}.${key}`, dependentFieldOf(key), dependent[key], sensitive)),
  );
}

function item(path: string, field: Field, value: string | string[], show: 'masked' | 'shown'): ReadItem {
  const sensitive = field.sensitive === true;
  const words = typeof value === 'string' ? inWords(field, value) : value.join(', ');
  const hide = sensitive && show === 'masked' && words !== '';
  return {
    path,
    question: field.question,
    answer: hide ? maskedAnswer(field.kind, words) : words,
    sensitive,
  };
}

function inWords({ kind, options }: Field, value: string): string {
  if (kind === 'phone' && value !== '') return showPhone(value);
  const choices = kind === 'yesNo' ? yesNo : kind === 'month' ? months : options;
  return choices?.find((choice) => choice.value === value)?.label ?? value;
}
