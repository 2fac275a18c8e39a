import { useEffect, useEffectEvent } from 'react';
import { type ShortcutGroup, useListedShortcuts } from '#app/desk/shortcuts.tsx';
import { useKeys } from '#app/desk/use-keys.ts';
import { msg } from '#domain/language/message.ts';
import { clientRowOf, focusClient } from '../../client-focus.ts';
import type { Chosen } from './use-selection.ts';

const shortcuts: ShortcutGroup = {
  title: msg`Select clients`,
  shortcuts: [
    { keys: ['x', msg({ message: 'Space', context: 'key' })], does: msg`Select or deselect the client` },
    {
      keys: [msg({ message: 'Shift+↑', context: 'key' }), msg({ message: 'Shift+↓', context: 'key' })],
      does: msg`Select several`,
    },
    { keys: [msg({ message: 'Ctrl+A', context: 'key' })], does: msg`Select all that match` },
    { keys: [msg({ message: 'Esc', context: 'key' })], does: msg`Clear the selection` },
  ],
};

const typedInto = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';

/** Selects by keys, and by a click while the Shift key is down: on a checkbox, or on a row if any is selected. */
export function useSelectionKeys({ selection, toggle, extend, selectAll }: Chosen, clear: () => void): void {
  const isEmpty = selection.ids.size === 0;
  useListedShortcuts(shortcuts);
  useKeys((event, target) => !event.altKey && isTaken(event, clientRowOf(target)), typedInto);
  const click = useEffectEvent((event: MouseEvent) => {
    const { target } = event;
    if (!event.shiftKey || !(target instanceof Element)) return;
    const mark = target.closest<HTMLElement>('[data-mark]')?.dataset.mark;
    const row = mark === undefined ? clientRowOf(target) : Number(mark);
    if (row === null || (isEmpty && mark === undefined)) return;
    // A link would open in another window. Of checkboxes, Firefox checks none then.
    event.preventDefault();
    window.getSelection()?.removeAllRanges();
    void extend(row);
  });

  function extendTo(next: number, from: number): void {
    if (focusClient(next)) void extend(next, from);
  }

  function isTaken({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent, row: number | null): boolean {
    if (key === 'Escape') {
      if (!isEmpty) clear();
      return !isEmpty;
    }
    if (row === null) return false;
    const name = key.length === 1 ? key.toLowerCase() : key;
    const pressed = `${ctrlKey || metaKey ? 'Ctrl+' : ''}${shiftKey ? 'Shift+' : ''}${name}`;
    const acts: Readonly<Record<string, () => void>> = {
      x: () => toggle(row),
      ' ': () => toggle(row),
      'Shift+ArrowDown': () => extendTo(row + 1, row),
      'Shift+ArrowUp': () => extendTo(row - 1, row),
      'Ctrl+a': () => void selectAll(),
    };
    acts[pressed]?.();
    return pressed in acts;
  }

  useEffect(() => {
    const onClick = (event: MouseEvent) => click(event);
    // Before the link of the row.
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, []);
}
