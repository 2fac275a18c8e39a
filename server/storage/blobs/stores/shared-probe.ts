import { TimeoutError, withTimeout } from '#server/startup/with-timeout.ts';
import { StorageError } from '../../errors.ts';
import type { BlobStore } from './blob-store.ts';

const PATIENCE_MS = 5_000;
const REMEMBERED_MS = 2_000;

/**
 * Limits probes, so that a flood of `/readyz` does not cause a flood of writes: concurrent callers share one, and
 * its outcome is cached for `REMEMBERED_MS`. A store that does not answer within `PATIENCE_MS` is down.
 */
export function withSharedProbe(
  store: BlobStore,
  { patience = PATIENCE_MS, remembered = REMEMBERED_MS, now = () => performance.now() } = {},
): BlobStore {
  let last: { outcome: Promise<void>; until: number } | undefined;
  return {
    ...store,
    probe: () => {
      if (last !== undefined && now() < last.until) return last.outcome;
      const outcome = withTimeout(store.probe(), patience).catch((error: unknown) => {
        if (!(error instanceof TimeoutError)) throw error;
        const cause = new Error(`the store did not answer within ${patience} ms`, { cause: error });
        throw new StorageError('StoreUnavailable', { cause });
      });
      const probe = { outcome, until: Number.POSITIVE_INFINITY };
      last = probe;
      const settled = () => {
        probe.until = now() + remembered;
      };
      outcome.then(settled, settled);
      return outcome;
    },
  };
}
