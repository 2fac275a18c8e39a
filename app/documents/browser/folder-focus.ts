import { type RefObject, useCallback, useEffect, useState } from 'react';

/** The row with this key; null where it isn't there, or not drawn. */
export function rowOf(frame: HTMLElement, key: string): HTMLElement | null {
  return frame.querySelector<HTMLElement>(`[role="row"][data-key="${CSS.escape(key)}"]`);
}

/** To this row, or to the one that had the focus last or stands in its place, or to what there is without rows. */
export function focusFolder(frame: HTMLElement, key?: string): void {
  const wanted = key === undefined ? null : rowOf(frame, key);
  const find = (selector: string) => frame.querySelector<HTMLElement>(selector);
  const row = wanted ?? find('[role="row"][tabindex="0"]') ?? find('[role="row"][data-key]');
  (row ?? find('[role="grid"]') ?? frame).focus({ preventScroll: wanted === null });
  wanted?.scrollIntoView({ block: 'nearest' });
}

/** Nowhere, or where it will soon be nowhere: the browser takes it from what is inert a moment later. */
function isFocusLost(): boolean {
  const { activeElement: element } = document;
  return element === null || element === document.body || element.closest('[inert]') !== null;
}

/**
 * Keeps the focus in the folder when what had it goes away: a row that was renamed or deleted, a tool of the
 * selection, everything under the overlay. Call the answer with the row that shall have it, or with nothing.
 */
export function useSteadyFocus(
  frame: RefObject<HTMLElement | null>,
  isBusy: boolean,
  isAsking: boolean,
): (key?: string) => void {
  const [wanted, setWanted] = useState<{ key: string | undefined } | null>(null);

  useEffect(() => {
    if (isAsking || (!isBusy && wanted === null)) return;
    const person = watchPerson();
    let waiting = 0;
    const settle = (frames: number) => {
      const place = frame.current;
      if (!place) return;
      const isLast = frames === 0;
      if (isBusy && isLast) return holdFocus(place);
      if (!isBusy && answerWish(place, wanted?.key, { isLast, person })) return setWanted(null);
      waiting = requestAnimationFrame(() => settle(frames - 1));
    };
    settle(FRAMES);
    return () => {
      cancelAnimationFrame(waiting);
      person.forget();
    };
  }, [frame, isBusy, isAsking, wanted]);

  // Closing a dialog asks for no row: it must not undo the wish for one.
  return useCallback((key?: string) => setWanted((now) => (key === undefined && now ? now : { key })), []);
}

/** A dialog gives the focus back one frame after it has gone; rows are drawn one frame after their list. */
const FRAMES = 2;

interface Person {
  /** Whether a key or a button was pressed meanwhile: then the focus is where the person has put it. */
  hasGoneOn: boolean;
  forget: () => void;
}

function watchPerson(): Person {
  const watch = new AbortController();
  const person = { hasGoneOn: false, forget: () => watch.abort() };
  for (const act of ['keydown', 'pointerdown']) {
    window.addEventListener(
      act,
      () => {
        person.hasGoneOn = true;
      },
      { capture: true, signal: watch.signal },
    );
  }
  return person;
}

/** Whether the wish is fulfilled, or has nothing left to ask for. A row that is drawn has the focus at once. */
function answerWish(
  place: HTMLElement,
  key: string | undefined,
  { isLast, person }: { isLast: boolean; person: Person },
): boolean {
  const isLost = document.activeElement === place || isFocusLost();
  if (person.hasGoneOn && !isLost) return true;
  const isDrawn = key !== undefined && rowOf(place, key) !== null;
  if (!isDrawn && !isLast) return false;
  if (isDrawn || isLost) focusFolder(place, key);
  return true;
}

/** While work goes on the list can't have the focus: what stops the work has it, or the frame. */
function holdFocus(place: HTMLElement): void {
  if (isFocusLost()) (place.querySelector<HTMLElement>('[data-busy] button') ?? place).focus();
}

/**
 * Whoever comes from another folder is in this one at once, and at its first item as soon as there is one; whoever
 * comes up from a folder, at that folder.
 */
export function useArrival(
  frame: RefObject<HTMLElement | null>,
  takeFocus: boolean,
  rowKey: string | null,
): void {
  useEffect(() => {
    if (takeFocus) frame.current?.focus({ preventScroll: true });
  }, [frame, takeFocus]);
  useEffect(() => {
    if (!takeFocus || rowKey === null) return;
    // The rows are drawn one frame after the list.
    let waiting = requestAnimationFrame(() => {
      waiting = requestAnimationFrame(() => frame.current && focusFolder(frame.current, rowKey));
    });
    return () => cancelAnimationFrame(waiting);
  }, [frame, takeFocus, rowKey]);
}
