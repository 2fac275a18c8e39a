import { FunctionsFetchError, FunctionsHttpError } from '@supabase/supabase-js';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { supabase } from '#app/shared/api/supabase.ts';
import type { Light } from '#domain/health/lights.ts';

export interface HealthLook {
  /** ISO 8601. */
  looked_at: string;
  lights: Light[];
}

const healthKey = ['office', 'health'] as const;

/** The result of the latest health check. */
export function healthQuery() {
  return queryOptions({
    queryKey: healthKey,
    queryFn: () => ask('GET'),
    staleTime: 0,
    // The server checks every three minutes.
    refetchInterval: 60_000,
  });
}

/** Runs the health check now, which takes some seconds. */
export function useLookAgain() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => ask('POST'),
    onSuccess: (look) => queries.setQueryData(healthKey, look),
  });
}

async function ask(method: 'GET' | 'POST'): Promise<HealthLook> {
  const { data, error } = await supabase.functions.invoke<HealthLook>('health', { method });
  if (error) throw withServerMessage(error);
  if (!data) throw new Error('The server did not respond.');
  return data;
}

function withServerMessage(error: unknown): unknown {
  if (error instanceof FunctionsFetchError || !(error instanceof FunctionsHttpError)) return error;
  const status: unknown = error.context?.status;
  if (status === 429) return new Error('Too many checks. Please wait a few minutes, then check again.');
  if (status === 403) return new Error('Only super users may see this.');
  return new Error('The server could not respond.');
}

/** Problems first; within a state, in the given order. */
export function byUrgency(lights: readonly Light[]): Light[] {
  return (['red', 'yellow', 'green'] as const).flatMap((state) =>
    lights.filter((light) => light.state === state),
  );
}
