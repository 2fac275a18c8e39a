import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';

/**
 * A part of a page below its first view. It is in the server's HTML, and its script loads after that of the first
 * view. An element that never changes: a new render before the script loads would remove the HTML.
 * @param drawn the id of an element in it. If the script can't be loaded, the server's HTML stays.
 */
export function later(load: () => Promise<ComponentType>, drawn: string): ReactElement {
  const Part = lazy(() =>
    load().then(
      (component) => ({ default: component }),
      (error: unknown) => {
        if (document.getElementById(drawn) === null) throw error;
        console.warn('A part of the page stays as the server rendered it', error);
        return new Promise<never>(() => {});
      },
    ),
  );
  return (
    <Suspense>
      <Part />
    </Suspense>
  );
}
