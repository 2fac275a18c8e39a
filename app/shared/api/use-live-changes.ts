import { useEffect, useEffectEvent } from 'react';
import { type LiveTopic, listenTo } from './live.ts';
import { supabase } from './supabase.ts';

/**
 * Calls back when rows may have changed, whoever changed them. It says neither which nor how: whoever is called
 * fetches anew, as after any change of the own. A promise is waited for before the next call.
 */
export function useLiveChanges({ table, filter }: LiveTopic, onChange: () => unknown): void {
  const changed = useEffectEvent(onChange);
  useEffect(
    () => listenTo(supabase, { table, ...(filter !== undefined && { filter }) }, () => changed()),
    [table, filter],
  );
}
