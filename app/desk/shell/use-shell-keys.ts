import type { RefObject } from 'react';
import { useKeys } from '../use-keys.ts';

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
  useKeys((event, target) => {
    const action = shellAction(event, target.matches(typedInto));
    if (action === 'help') onHelp();
    if (action === 'everything') onEverything();
    if (action !== 'search') return action !== null;
    const field = bar.current?.querySelector('input');
    field?.focus();
    field?.select();
    return field != null;
  });
}
