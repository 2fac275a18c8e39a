import { useState } from 'react';

export interface Copied {
  /** Of the line. */
  path: string;
  /** `selected`: the browser did not allow copying, so the text is selected for the person to copy. */
  outcome: 'copied' | 'selected';
  isNumber: boolean;
}

export interface Copying {
  last: Copied | null;
  /** `shownId` is the element that shows the text. */
  copy(line: { path: string; sensitive: boolean }, text: string, shownId: string): Promise<void>;
  /** Replaces what is on the clipboard, whatever it is: a page can't see whether the number is still there. Resolves to whether it did. */
  clear(): Promise<boolean>;
}

/**
 * Copies answers, and remembers which was the last, so that staff see where they are.
 *
 * The page never clears a copied number on its own. A page may write to the clipboard only while it has the focus, and then the
 * clipboard may hold something else. So the viewer says that the number is there, and offers to clear it.
 */
export function useCopy(): Copying {
  const [last, setLast] = useState<Copied | null>(null);
  return {
    last,
    async copy({ path, sensitive }, text, shownId) {
      const copied = (outcome: Copied['outcome']) => setLast({ path, outcome, isNumber: sensitive });
      try {
        await navigator.clipboard.writeText(text);
        copied('copied');
      } catch {
        const shown = document.getElementById(shownId);
        if (shown) window.getSelection()?.selectAllChildren(shown);
        copied('selected');
      }
    },
    async clear() {
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
