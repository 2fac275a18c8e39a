import { createContext, type KeyboardEvent, type RefObject, useContext, useEffect, useRef } from 'react';
import type { ListState } from 'react-aria-components/GridList';
import { continuesWithSpace, noWord, typeLetter } from './type-ahead.ts';

/** Keys that are part of writing a letter. */
const silent = new Set(['Shift', 'CapsLock', 'AltGraph', 'Dead', 'Process']);

type ListRef = RefObject<ListState<unknown> | null>;

/** Where the rows leave the state of their list, which the list itself doesn't give away. */
export const TypeAheadContext = createContext<ListRef | null>(null);

/** In each row. */
export function ListStateNote({ state }: { state: ListState<unknown> }) {
  const list = useContext(TypeAheadContext);
  useEffect(() => {
    if (list) list.current = state;
  }, [list, state]);
  return null;
}

/**
 * Goes to a row by the first letters of its name. React Aria has this too, but there a word lives on for a second
 * whatever else is pressed: the Space that should select is swallowed, and the letter of another name lost.
 */
export function useTypeAhead() {
  const list = useRef<ListState<unknown> | null>(null);
  const word = useRef(noWord);

  function onKeyDownCapture(event: KeyboardEvent<HTMLElement>): void {
    const { key, target, currentTarget } = event;
    const state = list.current;
    // What comes from menus of the rows bubbles here as well, though it lies elsewhere in the page.
    if (!state || !(target instanceof Node) || !currentTarget.contains(target) || silent.has(key)) return;
    const { selectionManager, collection } = state;
    const rows = () => [...collection].map((item) => ({ key: item.key, text: item.textValue }));
    const isLetter = [...key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    const now = performance.now();
    if (!isLetter || (key === ' ' && !continuesWithSpace(now, word.current, rows()))) {
      word.current = noWord;
      return;
    }
    const step = typeLetter(key, now, word.current, rows(), selectionManager.focusedKey);
    word.current = step.word;
    if (step.key === null) return;
    selectionManager.setFocusedKey(step.key);
    event.preventDefault();
    event.stopPropagation();
  }

  return { list, onKeyDownCapture };
}
