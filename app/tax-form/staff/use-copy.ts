import { useState } from 'react';
import type { CopyLine } from '#domain/tax-form/staff/copy-lines.ts';

interface Copied {
  /** Of the line. */
  path: string;
  /** `selected`: the browser did not allow copying, so the text is selected for the person to copy. */
  outcome: 'copied' | 'selected';
  isNumber: boolean;
}

/** The id of the element that shows an answer. */
export const shownIdOf = (path: string) => `answer-${path}`;

export type Copying = ReturnType<typeof useCopy>;

/**
 * Copies answers, and remembers which was the last, so that staff see where they are.
 *
 * The page never clears a copied number on its own. A page may write to the clipboard only while it has the focus, and then the
 * clipboard may hold something else. So the viewer says that the number is there, and offers to clear it.
 */
export function useCopy() {
  const [last, setLast] = useState<Copied | null>(null);
  return {
    last,
    async copy({ path, sensitive }: CopyLine, text: string): Promise<void> {
      const copied = (outcome: Copied['outcome']) => setLast({ path, outcome, isNumber: sensitive });
      try {
        await navigator.clipboard.writeText(text);
        copied('copied');
      } catch {
        const shown = document.getElementById(shownIdOf(path));
        if (shown) window.getSelection()?.selectAllChildren(shown);
        copied('selected');
      }
    },
    /** Replaces what is on the clipboard, whatever it is: a page can't see whether the number is still there. Resolves to whether it did. */
    async clear(): Promise<boolean> {
      try {
        await navigator.clipboard.writeText('');
        setLast(null);
        return true;
      } catch {
        // The number stays, and so does the note that says so.
        return false;
      }
    },
  };
}
