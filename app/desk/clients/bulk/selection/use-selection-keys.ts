import { useEffect, useEffectEvent } from 'react';
import { type ShortcutGroup, useListedShortcuts } from '#app/desk/shortcuts.tsx';
import { useKeys } from '#app/desk/use-keys.ts';
import { msg } from '#domain/language/message.ts';
import { clientRowOf } from '../../client-focus.ts';

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

interface Handlers {
  isEmpty: boolean;
  onToggle: (index: number) => void;
  /** Moves the focus by one row, and extends the range to it. */
  onExtend: (from: number, to: number) => void;
  /** A click while the Shift key is down: on a checkbox, or on a row if any is selected. */
  onShiftClick: (index: number) => void;
  onAll: () => void;
  onClear: () => void;
}

export function useSelectionKeys(handlers: Handlers): void {
  useListedShortcuts(shortcuts);
  useKeys((event, target) => !event.altKey && isTaken(event, clientRowOf(target)), typedInto);
  const click = useEffectEvent((event: MouseEvent) => {
    const { target } = event;
    if (!event.shiftKey || !(target instanceof Element)) return;
    const mark = target.closest<HTMLElement>('[data-mark]')?.dataset.mark;
    const row = mark === undefined ? clientRowOf(target) : Number(mark);
    if (row === null || (handlers.isEmpty && mark === undefined)) return;
    // A link would open in another window. Of checkboxes, Firefox checks none then.
    event.preventDefault();
    window.getSelection()?.removeAllRanges();
    handlers.onShiftClick(row);
  });

  function isTaken({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent, row: number | null): boolean {
    if (key === 'Escape') {
      if (!handlers.isEmpty) handlers.onClear();
      return !handlers.isEmpty;
    }
    if (row === null) return false;
    const name = key.length === 1 ? key.toLowerCase() : key;
    const pressed = `${ctrlKey || metaKey ? 'Ctrl+' : ''}${shiftKey ? 'Shift+' : ''}${name}`;
    const acts: Readonly<Record<string, () => void>> = {
      x: () => handlers.onToggle(row),
      ' ': () => handlers.onToggle(row),
      'Shift+ArrowDown': () => handlers.onExtend(row, row + 1),
      'Shift+ArrowUp': () => handlers.onExtend(row, row - 1),
      'Ctrl+a': handlers.onAll,
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
