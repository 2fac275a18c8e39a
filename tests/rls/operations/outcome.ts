import type { PostgrestSingleResponse } from '@supabase/supabase-js';
import type { Outcome } from '../types.ts';

export type Response = PostgrestSingleResponse<unknown>;

/** Rows as counted with `count: 'exact'`; `ok` for a call without a count. */
export function outcomeOf({ error, status, count }: Response): Outcome {
  if (error) return `${error.code}/${status}`;
  return count === null ? 'ok' : `rows:${count}`;
}

/** `true` or `false` for a call that returns a boolean. */
export function answered(response: Response): Outcome {
  return !response.error && typeof response.data === 'boolean' ? `${response.data}` : outcomeOf(response);
}
