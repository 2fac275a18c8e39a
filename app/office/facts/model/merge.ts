import type { Business } from '#domain/business/business.ts';
import type { Field } from './fields.ts';
import { isSame, putAt, valueAt } from './paths.ts';

export interface Merged {
  /** The newer facts, with mine where only I changed something. */
  facts: object;
  /** Facts that both changed. They are theirs in `facts`. */
  conflicts: Field[];
  /** Facts that only they changed. */
  theirs: Field[];
}

/**
 * Puts two changes of the same facts together. A list is one fact, because the order that both want can’t be known. Texts
 * by their key are many.
 */
export function mergeFacts(
  fields: readonly Field[],
  { base, mine, theirs }: { base: Business; mine: object; theirs: Business },
): Merged {
  const facts = structuredClone<object>(theirs);
  const merged: Merged = { facts, conflicts: [], theirs: [] };
  for (const field of fields) {
    const before = valueAt(base, field.path);
    const my = valueAt(mine, field.path);
    const their = valueAt(theirs, field.path);
    const isTheirs = !isSame(before, their);
    if (isSame(before, my) || isSame(my, their)) {
      if (isTheirs) merged.theirs.push(field);
      continue;
    }
    const both = isTexts(field) ? mergeTexts({ before, my, their }) : isTheirs ? undefined : { value: my };
    if (!both) merged.conflicts.push(field);
    else {
      putAt(facts, field.path, both.value);
      if (isTheirs) merged.theirs.push(field);
    }
  }
  return merged;
}

const isTexts = ({ kind }: Field) => kind === 'wording' || kind === 'translations';

/** Undefined if both changed the same text. */
function mergeTexts({
  before,
  my,
  their,
}: Record<'before' | 'my' | 'their', unknown>): { value: unknown } | undefined {
  if (isSame(before, my) || isSame(my, their)) return { value: their };
  if (isSame(before, their)) return { value: my };
  if (typeof my === 'string' || typeof their === 'string') return undefined;
  const branches = [before, my, their].map((texts) => (texts ?? {}) as Record<string, unknown>);
  const merged: [string, unknown][] = [];
  for (const key of new Set(branches.flatMap(Object.keys))) {
    const [one, mine, theirs] = branches.map((branch) =>
      Object.hasOwn(branch, key) ? branch[key] : undefined,
    );
    const both = mergeTexts({ before: one, my: mine, their: theirs });
    if (!both) return undefined;
    if (both.value !== undefined && both.value !== null) merged.push([key, both.value]);
  }
  return { value: Object.fromEntries(merged) };
}

/** The merged facts, with mine for these fields. */
export function withMine(fields: readonly Field[], facts: object, mine: object): object {
  const chosen = structuredClone(facts);
  for (const { path } of fields) putAt(chosen, path, valueAt(mine, path));
  return chosen;
}
