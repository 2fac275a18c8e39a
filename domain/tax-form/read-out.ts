import { showPhone } from '#domain/contact/phone.ts';
import { inWords, type Translate } from '#domain/language/translate.ts';
import { type Dependent, readAnswers, type TaxFormAnswers } from './answers.ts';
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
export function readOut(saved: unknown, options: Options, t: Translate): ReadSection[] {
  const { dependents: extent = 'whole', sensitive = 'masked' } = options;
  const answers = readAnswers(saved);
  const found = new Map<SectionId, ReadSection>();
  for (const key of fieldKeys) {
    if (!isVisible(key, answers)) continue;
    const field = fieldOf(key);
    const section = found.get(field.section) ?? { section: field.section, items: [], dependents: [] };
    found.set(field.section, section);
    section.items.push(item(key, field, answers[key], sensitive, t));
  }
  const section = found.get('dependents');
  if (section)
    section.dependents = dependentsOf(answers, extent === 'brief' ? BRIEF : dependentKeys, sensitive, t);
  return [...found.values()];
}

function dependentsOf(
  answers: TaxFormAnswers,
  keys: readonly DependentKey[],
  sensitive: 'masked' | 'shown',
  t: Translate,
): ReadItem[][] {
  if (!listsDependents(answers)) return [];
  return answers.dependents.map((dependent: Dependent, at) =>
    keys.map((key) => item(`dependents.${at}.${key}`, dependentFieldOf(key), dependent[key], sensitive, t)),
  );
}

function item(
  path: string,
  field: Field,
  value: string | string[],
  show: 'masked' | 'shown',
  t: Translate,
): ReadItem {
  const sensitive = field.sensitive === true;
  const given = typeof value === 'string' ? [value] : value;
  const words = given.map((one) => answerInWords(field, one, t)).join(', ');
  const hide = sensitive && show === 'masked' && words !== '';
  return {
    path,
    question: t(field.question),
    answer: hide ? maskedAnswer(field.kind, words) : words,
    sensitive,
  };
}

function answerInWords({ kind, options }: Field, value: string, t: Translate): string {
  if (kind === 'phone' && value !== '') return showPhone(value);
  return inWords(options?.find((choice) => choice.value === value)?.label ?? value, t);
}
