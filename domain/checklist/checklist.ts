import type { MessageDescriptor } from '@lingui/core';
import { type Dependent, readAnswers, type TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { normalize } from '#domain/tax-form/normalize.ts';
import { type OwnRule, rules, type Whose } from './rules.ts';

export interface ChecklistItem {
  /** Stable across submissions: "w-2", "w-2:spouse", "daycare:dependent:k3x9". */
  id: string;
  title: MessageDescriptor;
  why: MessageDescriptor;
  whose: Whose;
  /** The name of the person or business; '' for the client. */
  name: string;
  /** Needed only if the client has one. */
  ifAny: boolean;
}

const rulesOfDependents = rules.filter((rule) => rule.whose === 'dependent');

/** The documents that the answers of a form require, in the order of the list. `saved` is the stored form. */
export function checklistFor(saved: unknown): ChecklistItem[] {
  const answers = normalize(readAnswers(saved));
  return rules.flatMap((rule) => {
    if (rule.whose !== 'dependent') return rule.when(answers) ? [itemOf(rule, answers)] : [];
    return rule === rulesOfDependents[0] ? itemsOfDependents(answers) : [];
  });
}

function itemOf({ id, whose, title, why, ifAny }: OwnRule, answers: TaxFormAnswers): ChecklistItem {
  return {
    id: whose === 'spouse' ? `${id}:spouse` : id,
    title,
    why,
    whose,
    name: nameOf(whose, answers),
    ifAny: ifAny ?? false,
  };
}

function nameOf(whose: Whose, { spouseName, spouseLastName, businessName }: TaxFormAnswers): string {
  if (whose === 'spouse') return `${spouseName} ${spouseLastName}`.trim();
  return whose === 'business' ? businessName : '';
}

/** All documents of one dependent are together. */
function itemsOfDependents(answers: TaxFormAnswers): ChecklistItem[] {
  return withIds(answers.dependents).flatMap(({ id, dependent }) => {
    const name = `${dependent.firstName} ${dependent.lastName}`.trim();
    return rulesOfDependents
      .filter((rule) => rule.when(answers, dependent))
      .map(({ id: kind, title, why, whose, ifAny = false }) => {
        return { id: `${kind}:dependent:${id}`, title: title(name), why, whose, name, ifAny };
      });
  });
}

/** The ids depend on first name and birth date, so that removing a dependent keeps the answers for the others. */
function withIds(dependents: readonly Dependent[]) {
  const seen = new Map<string, number>();
  return dependents.map((dependent) => {
    const { firstName, dobYear, dobMonth, dobDay } = dependent;
    const id = shortHash([firstName.toLowerCase(), dobYear, dobMonth, dobDay].join('|'));
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return { dependent, id: count === 1 ? id : `${id}-${count}` };
  });
}

/** FNV-1a, 32 bits: enough to distinguish the members of a family. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash.toString(36);
}
