import { useEffect, useEffectEvent } from 'react';

/**
 * A history entry for an overlay. When the overlay is closed in another way, the entry stays: the next overlay reuses
 * it, and Back skips it. Removing it would be an asynchronous navigation, which could undo a later one.
 */
interface Step {
  mark: number;
  href: string;
  /** Null while no overlay is open. */
  close: (() => void) | null;
  below: Step | null;
}

const KEY = 'nutmeg.open';
/** The current history entry, or the last one before the router navigated. */
let step: Step | null = null;
let isListening = false;

/** Lets the browser's Back close an overlay, as people expect on phones. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const own = enterStep(() => closeNow());
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
  // Keep the router's state, because this is the same page for the router.
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
  // Another page, which the router renders.
  if (left === null || left.href !== href) return;
  if (!left.close) {
    window.history.back();
    return;
  }
  left.close();
  setTimeout(() => stayAt(left));
}

/**
 * An overlay that refuses to close (unsaved recovery codes) gets its entry back, so that the next Back asks again.
 */
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
