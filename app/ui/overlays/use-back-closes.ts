import { useEffect, useRef } from 'react';

/**
 * An entry of its own in the history for what lies over the page. It stays when that is closed otherwise, for the
 * next to use, and the way back then passes over it: taking it out would be a navigation, which takes its time, and
 * would undo what the person has done meanwhile.
 */
interface Step {
  mark: number;
  href: string;
  /** Null while nothing lies over the page. */
  close: (() => void) | null;
  below: Step | null;
}

const KEY = 'nutmeg.open';
/** Where the history stands, or stood before the router went on. */
let step: Step | null = null;
let isListening = false;

/** The browser's Back closes what is open: on a phone people press it to get out of a window, and mean the window. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return;
    const own = enterStep(() => latest.current());
    return () => {
      own.close = null;
    };
  }, [isOpen]);
}

function enterStep(close: () => void): Step {
  if (!isListening) window.addEventListener('popstate', onPop);
  isListening = true;
  const mark = markHere();
  if (mark !== null && step?.mark !== mark)
    step = { mark, href: window.location.href, close: null, below: null };
  if (mark !== null && step?.close === null) {
    step.close = close;
    return step;
  }
  const own = { mark: Date.now() + Math.random(), href: window.location.href, close, below: step };
  // The router's own notes stay: for it this is the same page.
  window.history.pushState({ ...window.history.state, [KEY]: own.mark }, '');
  step = own;
  return own;
}

function onPop(): void {
  const left = step;
  const mark = markHere();
  if (mark !== null && left?.mark === mark) return;
  const { href } = window.location;
  const below = left?.below ?? null;
  step = mark === null ? null : below?.mark === mark ? below : { mark, href, close: null, below: null };
  // Elsewhere: the pages themselves say what is to be seen.
  if (left === null || left.href !== href) return;
  if (!left.close) {
    window.history.back();
    return;
  }
  left.close();
  setTimeout(() => stayAt(left));
}

/** What does not let itself be closed yet (codes that nobody has kept) is not passed over by the next Back either. */
function stayAt(left: Step): void {
  if (left.close === null || left.href !== window.location.href) return;
  left.below = step;
  step = left;
  window.history.pushState({ ...window.history.state, [KEY]: left.mark }, '');
}

function markHere(): number | null {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !(KEY in state)) return null;
  return typeof state[KEY] === 'number' ? state[KEY] : null;
}
