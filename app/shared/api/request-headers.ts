import { TIME_ZONE_HEADER } from '#contract/time-zone.ts';

/** For the list of devices: the time zone helps people recognize theirs. */
export function requestHeaders(): Record<string, string> {
  if (typeof window === 'undefined') return {};
  return { [TIME_ZONE_HEADER]: new Intl.DateTimeFormat().resolvedOptions().timeZone };
}
