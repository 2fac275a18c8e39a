import { useEffect } from 'react';
import { RETURNS_ID } from '#app/returns/queries.ts';
import { isDialogOpen } from '#app/shared/browser/open-dialog.ts';
import { msg } from '#domain/language/message.ts';
import { type ShortcutGroup, useListedShortcuts } from '../shortcuts.tsx';

/** The id of the case's files. */
export const FILES_ID = 'case-files';

const places: Readonly<Record<string, string>> = { r: RETURNS_ID, d: FILES_ID };

const caseShortcuts: ShortcutGroup = {
  title: msg`In a client’s case`,
  shortcuts: [
    { keys: ['r'], does: msg`Go to the returns` },
    { keys: ['d'], does: msg`Go to the documents` },
  ],
};

/** Letters in a list or a menu jump to its rows. */
const takesLetters =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="grid"] *, [role="menu"] *, [role="listbox"] *';

/** Lists the keys of an open case and listens to them. Between its parts are dozens of Tab stops. */
export function useCaseKeys(): void {
  useListedShortcuts(caseShortcuts);
  useEffect(() => {
    document.addEventListener('keydown', goToPlace);
    return () => document.removeEventListener('keydown', goToPlace);
  }, []);
}

function goToPlace(event: KeyboardEvent): void {
  const { key, target } = event;
  const id = places[key];
  if (id === undefined || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (!(target instanceof HTMLElement) || target.matches(takesLetters) || isDialogOpen()) return;
  const place = document.getElementById(id);
  if (!place) return;
  event.preventDefault();
  place.focus();
}
