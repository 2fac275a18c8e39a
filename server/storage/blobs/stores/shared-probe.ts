import { TimeoutError, withTimeout } from '#server/startup/with-timeout.ts';
import { StorageError } from '../../errors.ts';
import type { BlobStore } from './blob-store.ts';

const TIMEOUT_MS = 5_000;
const CACHE_MS = 2_000;

/**
 * Limits probes, so that a flood of `/readyz` does not cause a flood of writes: concurrent callers share one, and
 * its outcome is cached for `CACHE_MS`. A store that does not answer within `TIMEOUT_MS` is down.
 */
export function withSharedProbe(
  store: BlobStore,
  { timeoutMs = TIMEOUT_MS, cacheMs = CACHE_MS, now = () => performance.now() } = {},
): BlobStore {
  let last: { outcome: Promise<void>; until: number } | undefined;
  return {
    ...store,
    probe: () => {
      if (last !== undefined && now() < last.until) return last.outcome;
      const outcome = withTimeout(store.probe(), timeoutMs).catch((error: unknown) => {
        if (!(error instanceof TimeoutError)) throw error;
        const cause = new Error(`the store did not answer within ${timeoutMs} ms`, { cause: error });
        throw new StorageError('StoreUnavailable', { cause });
      });
      const probe = { outcome, until: Number.POSITIVE_INFINITY };
      last = probe;
      const settled = () => {
        probe.until = now() + cacheMs;
      };
      outcome.then(settled, settled);
      return outcome;
    },
  };
}
