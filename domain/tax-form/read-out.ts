import { showPhone } from '#domain/contact/phone.ts';
import { inWords, type Translate } from '#domain/language/translate.ts';
import { answerAt, readAnswers } from './answers.ts';
import { isVisible, listsDependents } from './conditions.ts';
import {
  type DependentKey,
  dependentKeys,
  type Field,
  fieldAt,
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
  const { dependents: extent = 'whole', sensitive: show = 'masked' } = options;
  const answers = readAnswers(saved);
  const itemAt = (path: string): ReadItem => {
    const field = fieldAt(path);
    const sensitive = field.sensitive === true;
    const words = [answerAt(answers, path)].flat().map((one) => answerInWords(field, one, t));
    const answer = words.join(', ');
    const hide = sensitive && show === 'masked' && answer !== '';
    return {
      path,
      question: t(field.question),
      answer: hide ? maskedAnswer(field.kind, answer) : answer,
      sensitive,
    };
  };
  const found = new Map<SectionId, ReadSection>();
  for (const key of fieldKeys) {
    if (!isVisible(key, answers)) continue;
    const id = fieldOf(key).section;
    const section = found.get(id) ?? { section: id, items: [], dependents: [] };
    found.set(id, section);
    section.items.push(itemAt(key));
  }
  const section = found.get('dependents');
  const keys = extent === 'brief' ? BRIEF : dependentKeys;
  if (section && listsDependents(answers)) {
    section.dependents = answers.dependents.map((_, at) =>
      keys.map((key) => itemAt(`dependents.${at}.${key}`)),
    );
  }
  return [...found.values()];
}

function answerInWords({ kind, options }: Field, value: string, t: Translate): string {
  if (kind === 'phone' && value !== '') return showPhone(value);
  return inWords(options?.find((choice) => choice.value === value)?.label ?? value, t);
}
