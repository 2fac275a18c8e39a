import { type Outage, outages, storageErrors } from '#contract/errors.ts';
import { unavailability } from '#server/database/availability.ts';
import { StorageError } from './wire-error.ts';

/** When to try a full or unavailable store again. */
const STORE_RETRY_SECONDS = 30;

/** The temporary problem behind an error, whichever part reports it; undefined for every other error. */
export function outageOf(error: unknown): Outage | undefined {
  if (error instanceof StorageError) {
    const { statusCode, message } = storageErrors[error.code];
    if (statusCode !== '503' && statusCode !== '507') return undefined;
    return { status: statusCode === '503' ? 503 : 507, retryAfterSeconds: STORE_RETRY_SECONDS, message };
  }
  const why = unavailability(error);
  return why && outages[why];
}
