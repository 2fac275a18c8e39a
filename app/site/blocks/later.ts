import { type ComponentType, lazy } from 'react';

/**
 * A part of a page below its first view: it stands in the page's HTML from the start, and its script comes after
 * that of the first view. Render it as an element that never changes, or a redraw of the page would take the HTML away
 * before the script is there.
 * @param drawn the id of something in it: where the script doesn't come, what the build has drawn stays
 */
export function later(load: () => Promise<ComponentType>, drawn: string) {
  return lazy(() =>
    load().then(
      (component) => ({ default: component }),
      (error: unknown) => {
        if (document.getElementById(drawn) === null) throw error;
        console.warn('A part of the page stays as it was drawn', error);
        return new Promise<never>(() => {});
      },
    ),
  );
}
