import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '#app/shared/browser/open-dialog.ts';

type ShellAction = 'search' | 'everything' | 'help';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** What a key does on every staff page. Single characters do nothing while a person is typing. */
export function shellAction(pressed: Pressed, isTyping: boolean): ShellAction | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey ? 'everything' : null;
  if (isTyping) return null;
  if (key === '/') return 'search';
  return key === '?' ? 'help' : null;
}

const typedInto = 'input, textarea, select, [contenteditable]';

/**
 * Listens to the keys of the staff shell, except while a dialog is open.
 * @param bar has the search field
 */
export function useShellKeys(
  bar: RefObject<HTMLElement | null>,
  { onHelp, onEverything }: { onHelp: () => void; onEverything: () => void },
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const { target } = event;
    const action = shellAction(event, target instanceof HTMLElement && target.matches(typedInto));
    if (action === null) return;
    if (isDialogOpen()) return;
    if (action !== 'search') {
      event.preventDefault();
      if (action === 'help') onHelp();
      else onEverything();
      return;
    }
    const field = bar.current?.querySelector('input');
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
