import type { QueryClient } from '@tanstack/react-query';

/** On a page that is never idle. */
const IDLE_TIMEOUT_MS = 2000;
/** For Safari, which has no requestIdleCallback. */
const PAUSE_MS = 200;

const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(resolve, PAUSE_MS);
  });

/** Resolves when the page has asked for nothing more, and has drawn the answers. */
export async function screenServed(queries: QueryClient): Promise<void> {
  await whenIdle();
  while (queries.isFetching() > 0) {
    await new Promise<void>((resolve) => {
      const stop = queries.getQueryCache().subscribe(() => {
        if (queries.isFetching() > 0) return;
        stop();
        resolve();
      });
    });
    await whenIdle();
  }
}
