import { type Outage, outages, storageErrors } from '#contract/errors.ts';
import { unavailability } from '#server/database/availability.ts';
import { StorageError } from './wire-error.ts';

/** When a store that is full or down is worth another try. */
const STORE_RETRY_SECONDS = 30;

/** The passing trouble behind an error, in whichever part it shows; undefined for every other error. */
export function outageOf(error: unknown): Outage | undefined {
  if (error instanceof StorageError) {
    const { statusCode, message } = storageErrors[error.code];
    if (statusCode !== '503' && statusCode !== '507') return undefined;
    return { status: statusCode === '503' ? 503 : 507, retryAfterSeconds: STORE_RETRY_SECONDS, message };
  }
  const why = unavailability(error);
  return why && outages[why];
}
