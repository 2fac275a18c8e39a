import { type RefObject, useCallback, useEffect, useState } from 'react';

/** The row with this key; null if it is not rendered. */
function rowOf(frame: HTMLElement, key: string): HTMLElement | null {
  return frame.querySelector<HTMLElement>(`[role="row"][data-key="${CSS.escape(key)}"]`);
}

/** Focuses the row with this key, else the last focused row, the first row, or the frame. */
function focusFolder(frame: HTMLElement, key?: string): void {
  const wanted = key === undefined ? null : rowOf(frame, key);
  const find = (selector: string) => frame.querySelector<HTMLElement>(selector);
  const row = wanted ?? find('[role="row"][tabindex="0"]') ?? find('[role="row"][data-key]');
  (row ?? find('[role="grid"]') ?? frame).focus({ preventScroll: wanted === null });
  wanted?.scrollIntoView({ block: 'nearest' });
}

/** Whether no element has the focus, or one that is inert and will lose it. */
function isFocusLost(): boolean {
  const { activeElement: element } = document;
  return element === null || element === document.body || element.closest('[inert]') !== null;
}

/**
 * Keeps the focus in the folder when the focused element is removed or made inert: a renamed or deleted row, a tool of
 * the selection, everything below the overlay. Call the returned function to focus the row with a key, or any row.
 */
export function useFolderFocus(
  frame: RefObject<HTMLElement | null>,
  isBusy: boolean,
  isAsking: boolean,
): (key?: string) => void {
  const [request, setRequest] = useState<{ key: string | undefined } | null>(null);

  useEffect(() => {
    if (isAsking || (!isBusy && request === null)) return;
    const input = watchUserInput();
    let waiting = 0;
    const settle = (frames: number) => {
      const place = frame.current;
      if (!place) return;
      const isLast = frames === 0;
      if (isBusy && isLast) {
        if (isFocusLost()) place.focus();
        return;
      }
      if (!isBusy && tryFocus(place, request?.key, { isLast, input })) return setRequest(null);
      waiting = requestAnimationFrame(() => settle(frames - 1));
    };
    settle(FRAMES);
    return () => {
      cancelAnimationFrame(waiting);
      input.forget();
    };
  }, [frame, isBusy, isAsking, request]);

  // Closing a dialog requests no row: it must not replace the request for one.
  return useCallback((key?: string) => setRequest((now) => (key === undefined && now ? now : { key })), []);
}

/** A dialog restores the focus one frame after it is removed; rows are rendered one frame after their list. */
const FRAMES = 2;

/** Whether the user has pressed a key or a button. If so, focus must not move. */
function watchUserInput() {
  const watch = new AbortController();
  const input = { hasOccurred: false, forget: () => watch.abort() };
  for (const act of ['keydown', 'pointerdown']) {
    window.addEventListener(
      act,
      () => {
        input.hasOccurred = true;
      },
      { capture: true, signal: watch.signal },
    );
  }
  return input;
}

/** Focuses the requested row. Returns false if it may be rendered in a later frame. */
function tryFocus(
  place: HTMLElement,
  key: string | undefined,
  { isLast, input }: { isLast: boolean; input: ReturnType<typeof watchUserInput> },
): boolean {
  const isLost = document.activeElement === place || isFocusLost();
  if (input.hasOccurred && !isLost) return true;
  const isRendered = key !== undefined && rowOf(place, key) !== null;
  if (!isRendered && !isLast) return false;
  if (isRendered || isLost) focusFolder(place, key);
  return true;
}
