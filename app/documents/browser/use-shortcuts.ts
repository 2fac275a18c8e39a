import { type RefObject, useEffect, useEffectEvent } from 'react';

/** The keyboard shortcuts of an open folder. `key` is that of the focused row. */
export interface Shortcuts {
  open: (key: string) => void;
  rename: (key: string) => void;
  remove: (key: string | undefined) => void;
  toParent: () => void;
  selectAll: () => void;
  /** Returns false if nothing was selected: then others handle Escape. */
  clearSelection: () => boolean;
  /** The keys of a preparer. Returns false if this is none of them. */
  work: (event: KeyboardEvent, key: string | undefined) => boolean;
}

/**
 * Listens on the frame's DOM element, before the list does. A React handler would also get the events of menus and
 * dialogs, which are React children of the frame.
 */
export function useShortcuts(
  frame: RefObject<HTMLElement | null>,
  shortcuts: Shortcuts,
  isDisabled: boolean,
): void {
  const handle = useEffectEvent((event: KeyboardEvent) => handleKey(event, shortcuts));
  useEffect(() => {
    const place = frame.current;
    if (!place || isDisabled) return;
    const listen = (event: KeyboardEvent) => {
      if (!handle(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    place.addEventListener('keydown', listen, true);
    return () => place.removeEventListener('keydown', listen, true);
  }, [frame, isDisabled]);
}

function handleKey(event: KeyboardEvent, on: Shortcuts): boolean {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || isTypedInto(target)) return false;
  const row = target.closest<HTMLElement>('[role="row"]');
  const rowKey = row?.dataset.key;
  if (on.work(event, rowKey)) return true;
  if (isMod(event)) {
    if (key.toLowerCase() !== 'a' || event.shiftKey || event.altKey) return false;
    on.selectAll();
    return true;
  }
  if (key === 'ArrowUp' && event.altKey) {
    on.toParent();
    return true;
  }
  if (event.altKey || event.shiftKey) return false;
  switch (key) {
    case 'Enter':
      // On a button in the row, Enter presses it.
      if (target !== row || rowKey === undefined) return false;
      on.open(rowKey);
      return true;
    case 'F2':
      if (rowKey === undefined) return false;
      on.rename(rowKey);
      return true;
    case 'Delete':
      on.remove(rowKey);
      return true;
    case 'Backspace':
      on.toParent();
      return true;
    case 'Escape':
      return on.clearSelection();
    default:
      return false;
  }
}

const isMod = (event: KeyboardEvent) => event.ctrlKey || event.metaKey;

function isTypedInto(element: HTMLElement): boolean {
  return element.matches('textarea, select, input:not([type="checkbox"]), [contenteditable]');
}
