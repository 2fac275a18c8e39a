import { useLingui } from '@lingui/react/macro';
import { createContext, type KeyboardEvent, type RefObject, useContext, useEffect, useRef } from 'react';
import type { ListState } from 'react-aria-components/GridList';
import { beginsIn, noWord, typeLetter } from './type-ahead.ts';

/** Modifier keys used to type a character. */
const silent = new Set(['Shift', 'CapsLock', 'AltGraph', 'Dead', 'Process']);

type ListRef = RefObject<ListState<unknown> | null>;

/** The rows write the state of their list here, since GridList has no ref for it. */
export const TypeAheadContext = createContext<ListRef | null>(null);

/** Render it in each row. */
export function ListStateNote({ state }: { state: ListState<unknown> }) {
  const list = useContext(TypeAheadContext);
  useEffect(() => {
    if (list) list.current = state;
  }, [list, state]);
  return null;
}

/**
 * Moves focus to a row by the first letters of its name. React Aria's type-ahead keeps the word for a second
 * whatever is pressed: it swallows the Space that should select, and loses the first letter of another name.
 */
export function useTypeAhead() {
  const list = useRef<ListState<unknown> | null>(null);
  const word = useRef(noWord);
  const { i18n } = useLingui();

  function onKeyDownCapture(event: KeyboardEvent<HTMLElement>): void {
    const { key, target, currentTarget } = event;
    const state = list.current;
    // Events of the rows' menus bubble here too, although their DOM is elsewhere.
    if (!state || !(target instanceof Node) || !currentTarget.contains(target) || silent.has(key)) return;
    const { selectionManager, collection } = state;
    const rows = () => [...collection].map((item) => ({ key: item.key, text: item.textValue }));
    const isLetter = [...key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    // When the key was pressed: a busy page handles keys late, and the pause between two is the person's.
    const now = event.timeStamp;
    const begins = beginsIn(i18n.locale);
    const step = isLetter && typeLetter(key, now, word.current, rows(), selectionManager.focusedKey, begins);
    if (!step) {
      word.current = noWord;
      return;
    }
    word.current = step.word;
    if (step.key === null) return;
    selectionManager.setFocusedKey(step.key);
    event.preventDefault();
    event.stopPropagation();
  }

  return { list, onKeyDownCapture };
}
