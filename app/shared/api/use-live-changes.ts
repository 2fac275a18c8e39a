import { useEffect, useEffectEvent } from 'react';
import { onClientLoaded } from '../session/client-signal.ts';
import type { LiveTopic } from './live-changes.ts';

/**
 * Calls `onChange` when rows of any topic may have changed, for whatever reason. It doesn't tell which rows: fetch them
 * again. If `onChange` returns a promise, the next call waits for it. Begins when the session has loaded supabase-js.
 * Give tables with the same `onChange` in one list: the page then joins and reloads once.
 */
export function useLiveChanges(topics: readonly LiveTopic[], onChange: () => unknown): void {
  const changed = useEffectEvent(onChange);
  // Callers write the list in their render, so it is a new one each time.
  const key = JSON.stringify(topics);
  useEffect(() => {
    let isEnded = false;
    let stop = onClientLoaded(async () => {
      // Loaded already.
      const { supabase, subscribeToChanges } = await import('./supabase.ts');
      const watched: LiveTopic[] = JSON.parse(key);
      if (!isEnded) stop = subscribeToChanges(supabase, watched, () => changed());
    });
    return () => {
      isEnded = true;
      stop();
    };
  }, [key]);
}
