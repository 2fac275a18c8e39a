const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds to wait after the first, second, ... failed attempt. After the last delay there is one more attempt. */
const DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR];

export const MAX_ATTEMPTS = DELAYS.length + 1;

/** Seconds until the next attempt; undefined after the last one. */
export function retryDelaySeconds(attempts: number): number | undefined {
  return attempts < 1 ? DELAYS[0] : DELAYS[attempts - 1];
}
