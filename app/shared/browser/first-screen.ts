import type { QueryClient } from '@tanstack/react-query';

let isServed = false;
const listeners = new Set<() => void>();

/** Called when the first screen needs the connection no more. */
export function announceFirstScreen(): void {
  isServed = true;
  for (const listener of listeners) listener();
  listeners.clear();
}

/** Calls the listener when the first screen is served; at once if it is. Returns how to stop waiting. */
export function onFirstScreen(listener: () => void): () => void {
  if (isServed) listener();
  else listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resolves when the first screen is served; on the server at once, since it draws everything. */
export async function firstScreen(): Promise<void> {
  if (typeof window !== 'undefined') await new Promise<void>(onFirstScreen);
}

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
export async function whenFirstScreenIsIdle(queries: QueryClient): Promise<void> {
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
