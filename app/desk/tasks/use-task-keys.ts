import type { RefObject } from 'react';
import { msg } from '#domain/language/message.ts';
import { type ShortcutGroup, useListedShortcuts } from '../shortcuts.tsx';
import { useSingleKeys } from '../use-keys.ts';

const shortcuts: ShortcutGroup = {
  title: msg`In the list of tasks`,
  shortcuts: [
    { keys: ['j', 'k'], does: msg`Next or previous task` },
    { keys: ['x'], does: msg`Check off the task` },
    { keys: ['e'], does: msg`Edit the task` },
    { keys: ['n'], does: msg`New task` },
  ],
};

const typedInto =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="listbox"], [role="option"]';

export const rowAttribute = 'data-task';

interface TaskKeys {
  onFinish: (id: string) => void;
  onEdit: (id: string) => void;
  onNew: () => void;
}

/** Keyboard shortcuts of the list, unless a dialog is open or a text field has the focus. */
export function useTaskKeys(list: RefObject<HTMLElement | null>, handlers: TaskKeys): void {
  useListedShortcuts(shortcuts);
  useSingleKeys((target) => {
    const row = target.closest<HTMLElement>(`[${rowAttribute}]`);
    const id = row?.getAttribute(rowAttribute) ?? null;
    const step = (by: 1 | -1) => stepFrom(list.current, row, by);
    return {
      j: () => step(1),
      k: () => step(-1),
      arrowdown: () => row !== null && step(1),
      arrowup: () => row !== null && step(-1),
      x: () => id !== null && handlers.onFinish(id),
      e: () => id !== null && handlers.onEdit(id),
      n: handlers.onNew,
    };
  }, typedInto);
}

const rowsIn = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>(`[${rowAttribute}]`) ?? []),
];

/** Focuses the next row, or the first one if none has the focus. */
function stepFrom(list: HTMLElement | null, row: HTMLElement | null, by: 1 | -1): boolean {
  const rows = rowsIn(list);
  const next = row === null ? rows[0] : rows[rows.indexOf(row) + by];
  focusRow(next);
  return rows.length > 0;
}

function focusRow(row: HTMLElement | undefined): void {
  row?.querySelector<HTMLElement>('input[type="checkbox"]')?.focus();
}

/** A row that leaves the list gives the focus to the next one, or to the one before. */
export function focusNeighborOf(list: HTMLElement | null, id: string, otherwise: HTMLElement | null): void {
  const rows = rowsIn(list);
  const at = rows.findIndex((row) => row.getAttribute(rowAttribute) === id);
  if (at < 0 || !rows[at]?.contains(document.activeElement)) return;
  const neighbor = rows[at + 1] ?? rows[at - 1];
  if (neighbor) focusRow(neighbor);
  else otherwise?.focus();
}
