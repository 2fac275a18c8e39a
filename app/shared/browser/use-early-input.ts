import { useEffectEvent, useLayoutEffect } from 'react';
import { useHydrated } from './use-hydrated.ts';

/**
 * Reports the text that was in a field of the server's HTML before hydration, typed by a person or filled in by the browser.
 * React leaves it in the element but has no event for it, and the next render would overwrite it.
 */
export function useEarlyInput(id: string, value: string, onChange: (text: string) => void): void {
  useDuringHydration(() => {
    const field = document.getElementById(id);
    const isField =
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement;
    if (isField && field.value !== value) onChange(field.value);
  });
}

/**
 * Whether a field was edited before its script ran: an empty one looks as if no one had touched it. The page marks it
 * (server/site/first-paint.ts).
 */
export function isEditedEarly(id: string): boolean {
  return document.getElementById(id)?.hasAttribute('data-edited') ?? false;
}

/** Runs once when a part of the server's HTML is hydrated, before its next render. */
export function useDuringHydration(read: () => void): void {
  const isHydrated = useHydrated();
  const readOnce = useEffectEvent(() => {
    if (!isHydrated) read();
  });
  useLayoutEffect(() => readOnce(), []);
}
