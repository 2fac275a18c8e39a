import { useState } from 'react';
import { isAnswered, type ListedItem, missingByName } from '#domain/checklist/state.ts';

/** A list of this length is shown as it is. */
const SHORT = 8;
/** Of a longer one, so many that are still needed: what can be done now. */
const FIRST = 6;

/**
 * Of a long list the first that are needed, chosen once, so that nothing jumps while it is worked through. What the
 * office asks for by name is always there.
 */
export function useShown(items: readonly ListedItem[]) {
  const [first, setFirst] = useState<ReadonlySet<string> | null>(null);
  const [isAll, setIsAll] = useState(false);
  if (first === null && items.length > 0) {
    const needed = items.filter((item) => !isAnswered(item)).slice(0, FIRST);
    setFirst(new Set(needed.map(({ item }) => item)));
  }
  const asked = new Set(missingByName(items).map(({ item }) => item));
  const isShort = items.length <= SHORT || items.every(isAnswered);
  const shown =
    isAll || isShort
      ? items
      : items.filter(({ item }) => asked.has(item) || first === null || first.has(item));
  const hidden = items.filter((item) => !shown.includes(item));
  return {
    shown,
    hidden: hidden.length,
    hiddenNeeded: hidden.filter((item) => !isAnswered(item)).length,
    showAll: () => setIsAll(true),
  };
}
