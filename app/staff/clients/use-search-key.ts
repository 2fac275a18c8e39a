import { type RefObject, useEffect } from 'react';

/** "/" leads to the search, from anywhere but a field that one types into. */
export function useSearchShortcut(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      const { target } = event;
      if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]'))
        return;
      // A dialog keeps the keyboard to itself.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      const field = place.current?.querySelector('input');
      if (!field || field.offsetParent === null) return;
      event.preventDefault();
      field.focus();
      field.select();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [place]);
}
