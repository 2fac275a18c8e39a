import { useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#app/shared/api/api.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import type { Light } from '#domain/health/lights.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

export interface HealthLook {
  /** ISO 8601. */
  looked_at: string;
  lights: Light[];
}

const healthKey = ['office', 'health'] as const;

export function healthQuery(t: Translate) {
  return queryOptions({
    queryKey: healthKey,
    queryFn: () => ask('GET', t),
    staleTime: 0,
    // The server checks every three minutes.
    refetchInterval: 60_000,
  });
}

/** Runs the health check now, which takes some seconds. */
export function useLookAgain() {
  const { t } = useLingui();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => ask('POST', t),
    onSuccess: (look) => queries.setQueryData(healthKey, look),
  });
}

async function ask(method: 'GET' | 'POST', t: Translate): Promise<HealthLook> {
  try {
    return await callOwn<HealthLook>('/functions/v1/health', { method });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 429)
      throw new Error(t(msg`Too many checks. Please wait a few minutes and check again.`));
    if (error.status === 403) throw new Error(t(msg`Only super users can see this.`));
    throw new Error(t(msg`The server couldn’t respond.`));
  }
}

/** Problems first; within a state, in the given order. */
export function byUrgency(lights: readonly Light[]): Light[] {
  return (['red', 'yellow', 'green'] as const).flatMap((state) =>
    lights.filter((light) => light.state === state),
  );
}
