import { useEffect, useEffectEvent } from 'react';
import { type LiveTopic, subscribeToChanges } from './live-changes.ts';
import { supabase } from './supabase.ts';

/**
 * Calls `onChange` when rows may have changed, for whatever reason. It doesn't tell which rows: fetch them again. If
 * `onChange` returns a promise, the next call waits for it.
 */
export function useLiveChanges({ table, filter }: LiveTopic, onChange: () => unknown): void {
  const changed = useEffectEvent(onChange);
  useEffect(
    () => subscribeToChanges(supabase, { table, ...(filter !== undefined && { filter }) }, () => changed()),
    [table, filter],
  );
}
