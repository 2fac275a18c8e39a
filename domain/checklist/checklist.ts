import type { MessageDescriptor } from '@lingui/core';
import { type Dependent, readAnswers, type TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { normalize } from '#domain/tax-form/normalize.ts';
import { type DependentRule, type OwnRule, type Rule, rules, type Whose } from './rules.ts';

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

/** The documents that the answers of a form require, in the order of the list. `saved` is the stored form. */
export function checklistFor(saved: unknown): ChecklistItem[] {
  const answers = normalize(readAnswers(saved));
  const dependents = withIds(answers.dependents);
  return inBlocks(rules).flatMap((block) =>
    isOfDependents(block)
      ? dependents.flatMap((one) => block.flatMap((rule) => ofDependent(rule, answers, one)))
      : block.filter((rule) => rule.when(answers)).map((rule) => itemOf(rule, answers)),
  );
}

/** Groups consecutive rules for dependents, so that the list shows all documents of one dependent together. */
function inBlocks(all: readonly Rule[]): Block[] {
  const blocks: Block[] = [];
  for (const rule of all) {
    const last = blocks.at(-1);
    if (rule.whose === 'dependent') {
      if (last && isOfDependents(last)) last.push(rule);
      else blocks.push([rule]);
    } else if (last && !isOfDependents(last)) last.push(rule);
    else blocks.push([rule]);
  }
  return blocks;
}

type Block = DependentRule[] | OwnRule[];

function isOfDependents(block: Block): block is DependentRule[] {
  return block[0]?.whose === 'dependent';
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

interface Identified {
  id: string;
  dependent: Dependent;
}

function ofDependent(
  rule: DependentRule,
  answers: TaxFormAnswers,
  { id, dependent }: Identified,
): ChecklistItem[] {
  if (!rule.when(answers, dependent)) return [];
  const name = `${dependent.firstName} ${dependent.lastName}`.trim();
  const { title, why, whose, ifAny = false } = rule;
  return [{ id: `${rule.id}:dependent:${id}`, title: title(name), why, whose, name, ifAny }];
}

/** The ids depend on first name and birth date, so that removing a dependent keeps the answers for the others. */
function withIds(dependents: readonly Dependent[]): Identified[] {
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
