import { RETURNS_ID } from '#app/returns/queries.ts';
import { msg } from '#domain/language/message.ts';
import { type ShortcutGroup, sendKey, useListedShortcuts } from '../shortcuts.tsx';
import { useKeys } from '../use-keys.ts';

/** The id of the case's files. */
export const FILES_ID = 'case-files';

const places: Readonly<Record<string, string>> = { r: RETURNS_ID, d: FILES_ID };

const caseShortcuts: ShortcutGroup = {
  title: msg`In a client’s case`,
  shortcuts: [
    { keys: ['r'], does: msg`Go to the returns` },
    { keys: ['d'], does: msg`Go to the documents` },
    { keys: ['Alt+F'], does: msg`Show the answers of the form beside the documents` },
    { keys: [sendKey], does: msg`Send the message, or save the note` },
  ],
};

/** Letters in a list or a menu jump to its rows. */
const takesLetters =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="grid"] *, [role="menu"] *, [role="listbox"] *';

/** Lists the keys of an open case and listens to them. Between its parts are dozens of Tab stops. */
export function useCaseKeys(onAnswers: () => void): void {
  useListedShortcuts(caseShortcuts);
  useKeys((event, target) => {
    const { code, altKey, ctrlKey, metaKey, shiftKey } = event;
    // By code: with Alt, a Mac types other characters.
    const isAnswers = code === 'KeyF' && altKey && !ctrlKey && !metaKey && !shiftKey;
    if (isAnswers) onAnswers();
    return isAnswers || goToPlace(event, target);
  });
}

function goToPlace({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, target: HTMLElement): boolean {
  const id = places[key];
  if (id === undefined || ctrlKey || metaKey || altKey || target.matches(takesLetters)) return false;
  const place = document.getElementById(id);
  place?.focus();
  return place !== null;
}
