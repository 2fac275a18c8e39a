import { useEffect, useEffectEvent } from 'react';
import { onFirstScreen } from '../browser/first-screen.ts';
import { loadOnline } from '../browser/load-online.ts';
import type { LiveTopic } from './live-changes.ts';

/** After the library of the channel could not be loaded. */
const RETRY_MS = 10_000;

/**
 * Calls `onChange` when rows of any topic may have changed, for whatever reason. It doesn't tell which rows: fetch them
 * again. If `onChange` returns a promise, the next call waits for it. Begins after the first screen.
 * Give tables with the same `onChange` in one list: the page then joins and reloads once.
 */
export function useLiveChanges(topics: readonly LiveTopic[], onChange: () => unknown): void {
  const changed = useEffectEvent(onChange);
  // Callers write the list in their render, so it is a new one each time.
  const key = JSON.stringify(topics);
  useEffect(() => {
    let isEnded = false;
    let stop = onFirstScreen(begin);

    async function begin(): Promise<void> {
      try {
        const { realtime, subscribeToChanges } = await loadOnline(() => import('./realtime.ts'));
        const watched: LiveTopic[] = JSON.parse(key);
        if (!isEnded) stop = subscribeToChanges(realtime, watched, () => changed());
      } catch (error) {
        console.warn('The live channel could not be loaded', error);
        const timer = setTimeout(() => void begin(), RETRY_MS);
        if (isEnded) clearTimeout(timer);
        else stop = () => clearTimeout(timer);
      }
    }
    return () => {
      isEnded = true;
      stop();
    };
  }, [key]);
}
