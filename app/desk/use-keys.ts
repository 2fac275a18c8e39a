import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '#app/shared/browser/open-dialog.ts';

/**
 * Listens to the keys of the page, unless a dialog is open.
 * @param press returns whether the key did something
 * @param except a selector: where keys are for something else
 */
export function useKeys(press: (event: KeyboardEvent, target: HTMLElement) => boolean, except = ''): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof HTMLElement) || isDialogOpen()) return;
    if (except !== '' && target.matches(except)) return;
    if (press(event, target)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/**
 * Listens to single keys, without Ctrl, Cmd, or Alt.
 * @param actsAt what each key, in lowercase, does at an element; one that returns false did nothing
 */
export function useSingleKeys(
  actsAt: (target: HTMLElement) => Record<string, () => unknown>,
  except: string,
): void {
  useKeys(({ key, ctrlKey, metaKey, altKey }, target) => {
    if (ctrlKey || metaKey || altKey) return false;
    const act = actsAt(target)[key.toLowerCase()];
    return act !== undefined && act() !== false;
  }, except);
}
