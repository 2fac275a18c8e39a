import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Listens to the keys of an open folder on the frame's DOM element, before the list does. A React handler would also get
 * the events of menus and dialogs, which are React children of the frame.
 * @param work the keys of a preparer, at the row with this key; returns false if it is none of them
 * @param actsAt what each key does there, such as "enter" or "mod+a"; after one that returns false, others handle the key
 */
export function useShortcuts(
  frame: RefObject<HTMLElement | null>,
  work: (event: KeyboardEvent, key: string | undefined) => boolean,
  actsAt: (key: string | undefined, isOnRow: boolean) => Readonly<Record<string, () => unknown>>,
  isDisabled: boolean,
): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || isTypedInto(target)) return false;
    const row = target.closest<HTMLElement>('[role="row"]');
    const key = row?.dataset.key;
    if (work(event, key)) return true;
    const act = actsAt(key, target === row)[nameOf(event)];
    return act !== undefined && act() !== false;
  });
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

function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const modifiers = [(ctrlKey || metaKey) && 'mod', altKey && 'alt', shiftKey && 'shift'];
  return [...modifiers, key.toLowerCase()].filter(Boolean).join('+');
}

function isTypedInto(element: HTMLElement): boolean {
  return element.matches('textarea, select, input:not([type="checkbox"]), [contenteditable]');
}
