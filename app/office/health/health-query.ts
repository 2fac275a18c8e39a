import { queryOptions } from '@tanstack/react-query';
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

export function healthQuery(t: Translate) {
  return queryOptions({
    queryKey: ['office', 'health'] as const,
    queryFn: () => askHealth('GET', t),
    staleTime: 0,
    // The server checks every three minutes.
    refetchInterval: 60_000,
  });
}

/** A POST runs the health check now, which takes some seconds. */
export async function askHealth(method: 'GET' | 'POST', t: Translate): Promise<HealthLook> {
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
