/** The text of an input and its selection. */
export interface EditState {
  text: string;
  start: number;
  end: number;
}

/**
 * Characters typed or deleted in a row are one step, and text typed over a deletion belongs to that step. A word
 * committed by a phone's keyboard ends such a step. Any other edit is a separate step.
 */
export type EditKind = 'insert' | 'commit' | 'delete-before' | 'delete-after' | 'whole';

interface Step {
  before: EditState;
  after: EditState;
}

/** Plenty for one number, and a bound if someone holds a key down. */
const LONGEST = 200;

/**
 * Undo and redo for an input whose text is set by script. The browser's history would restore parts into text that
 * has changed since: 123-45-6789 becomes 123-45-6123.
 */
export function createEditHistory() {
  let done: Step[] = [];
  let undone: Step[] = [];
  let open: EditKind | null = null;

  function continues({ before }: Step, kind: EditKind): boolean {
    const last = done.at(-1);
    if (!last || open === null || open === 'whole' || !same(last.after, before)) return false;
    return kind === 'insert' || kind === 'commit' || kind === open;
  }

  return {
    record(step: Step, kind: EditKind): void {
      // The text was changed otherwise, so the earlier edits no longer apply.
      if (done.length > 0 && done.at(-1)?.after.text !== step.before.text) done = [];
      undone = [];
      const last = done.at(-1);
      if (last && continues(step, kind)) done[done.length - 1] = { before: last.before, after: step.after };
      else done = [...done.slice(1 - LONGEST), step];
      open = kind === 'commit' ? null : kind;
    },
    /** Makes the next edit a new step, because the cursor moved or the field lost focus. */
    close(): void {
      open = null;
    },
    /** The state to restore. Null if there is none, or if `text` was set by the app. */
    undo(text: string): EditState | null {
      const last = done.at(-1);
      if (last?.after.text !== text) return null;
      open = null;
      done = done.slice(0, -1);
      undone = [...undone, last];
      return last.before;
    },
    redo(text: string): EditState | null {
      const next = undone.at(-1);
      // As in Chromium, a key that restores nothing does not end a step.
      if (next?.before.text !== text) return null;
      open = null;
      undone = undone.slice(0, -1);
      done = [...done, next];
      return next.after;
    },
  };
}

const same = (a: EditState, b: EditState) => a.text === b.text && a.start === b.start && a.end === b.end;
