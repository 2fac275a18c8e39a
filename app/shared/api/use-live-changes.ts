import { useEffect, useEffectEvent } from 'react';
import { onClientLoaded } from '../session/client-signal.ts';
import { type LiveTopic, subscribeToChanges } from './live-changes.ts';

/**
 * Calls `onChange` when rows may have changed, for whatever reason. It doesn't tell which rows: fetch them again. If
 * `onChange` returns a promise, the next call waits for it. Begins when the session has loaded supabase-js.
 */
export function useLiveChanges({ table, filter }: LiveTopic, onChange: () => unknown): void {
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    let isEnded = false;
    let stop = onClientLoaded(async () => {
      // Loaded already.
      const { supabase } = await import('./supabase.ts');
      const topic = { table, ...(filter !== undefined && { filter }) };
      if (!isEnded) stop = subscribeToChanges(supabase, topic, () => changed());
    });
    return () => {
      isEnded = true;
      stop();
    };
  }, [table, filter]);
}
