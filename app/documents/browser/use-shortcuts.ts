import { type RefObject, useEffect, useRef } from 'react';

/** What the keyboard does in an open folder. The key is that of the row with the focus, if one has it. */
export interface Shortcuts {
  open: (key: string) => void;
  rename: (key: string) => void;
  remove: (key: string | undefined) => void;
  toParent: () => void;
  selectAll: () => void;
  /** False when there was nothing to clear: then Escape is somebody else's. */
  clearSelection: () => boolean;
}

/**
 * Listens to the folder's frame itself, before the list does: only what happens in it counts, and not what bubbles
 * up from menus and dialogs, which React takes for its children.
 */
export function useShortcuts(
  frame: RefObject<HTMLElement | null>,
  shortcuts: Shortcuts,
  isDisabled: boolean,
): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const place = frame.current;
    if (!place || isDisabled) return;
    const listen = (event: KeyboardEvent) => {
      if (!answer(event, latest.current)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    place.addEventListener('keydown', listen, true);
    return () => place.removeEventListener('keydown', listen, true);
  }, [frame, isDisabled]);
}

/** Whether the key was one of ours. */
function answer(event: KeyboardEvent, on: Shortcuts): boolean {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || isTypedInto(target)) return false;
  const row = target.closest<HTMLElement>('[role="row"]');
  const rowKey = row?.dataset.key;
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
      // In a row's own buttons it presses them.
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
