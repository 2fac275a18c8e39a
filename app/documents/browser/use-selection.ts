import { useCallback, useMemo, useState } from 'react';
import type { Selection } from 'react-aria-components';
import type { DocumentItem } from '../store/document-store.ts';
import { isLocked, type Target } from '../store/target.ts';

export type FileSelection = ReturnType<typeof useSelection>;

/** The selected items of the open folder. "All" does not include items that are added later. */
export function useSelection(items: readonly DocumentItem[], target: Target) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(none);
  const selectable = useMemo(() => items.filter((item) => !isLocked(item, target)), [items, target]);
  const lockedKeys = useMemo(
    () => items.filter((item) => isLocked(item, target)).map((item) => item.key),
    [items, target],
  );
  const selected = useMemo(() => selectable.filter((item) => chosen.has(item.key)), [selectable, chosen]);
  const keys = useMemo(() => new Set(selected.map((item) => item.key)), [selected]);
  const chooseAll = () => setChosen(new Set(selectable.map((item) => item.key)));
  return {
    keys,
    items: selected,
    selectable,
    lockedKeys,
    isAll: selected.length > 0 && selected.length === selectable.length,
    choose: (selection: Selection) =>
      selection === 'all' ? chooseAll() : setChosen(new Set([...selection].map(String))),
    chooseAll,
    clear: useCallback(() => setChosen(none), []),
  };
}

const none: ReadonlySet<string> = new Set();
