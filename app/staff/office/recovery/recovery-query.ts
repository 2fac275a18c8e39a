import { FunctionsHttpError } from '@supabase/supabase-js';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { supabase } from '#app/shared/api/supabase.ts';
import type { RecoveryAnswer, RecoveryState } from '#contract/recovery.ts';

const queryKey = ['office', 'recovery'] as const;

/** Whether the office has shown that it holds the recovery sheet, and what it is asked. */
export function recoveryQuery() {
  return queryOptions({
    queryKey,
    queryFn: async (): Promise<RecoveryState> => invoke({ method: 'GET' }),
  });
}

export function useRecoveryConfirmation() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (words: RecoveryAnswer['words']) => invoke({ method: 'POST', body: { words } }),
    onSuccess: (state) => queries.setQueryData(queryKey, state),
  });
}

async function invoke(options: { method: 'GET' | 'POST'; body?: RecoveryAnswer }): Promise<RecoveryState> {
  const { data, error } = await supabase.functions.invoke<RecoveryState>('recovery-sheet', { ...options });
  if (error) throw await refusalOf(error);
  if (!data) throw new Error('The server sent no answer.');
  return data;
}

/** What the server says about it. */
async function refusalOf(error: unknown): Promise<unknown> {
  if (!(error instanceof FunctionsHttpError)) return error;
  const body: unknown = await error.context.json().catch(() => null);
  const message = body && typeof body === 'object' && 'message' in body ? body.message : undefined;
  return typeof message === 'string' ? new Error(message) : error;
}
