import type { ServerResponse } from 'node:http';
import { type Bounds, createQuota, type LimitKey } from './quota.ts';

type Held = Pick<ServerResponse, 'destroy'>;

/** Complete responses that clients have not read yet. */
export function createAnswers(bounds: Bounds) {
  const quota = createQuota(bounds);
  /** Oldest first. */
  const held = new Map<Held, () => void>();

  return {
    /** Whether the caller must read earlier responses first. */
    isUsedUp: (limitKey: LimitKey): boolean => quota.isUsedUp(limitKey),
    /**
     * Counts the response until the returned function is called. The work is done, so a response is never refused. If
     * all responses exceed the bound, the oldest connections are closed, because their readers are the slowest.
     */
    trackResponse: (limitKey: LimitKey, response: Held, bytes: number): (() => void) => {
      const permit = quota.force(limitKey, bytes);
      const release = () => {
        held.delete(response);
        permit.release();
      };
      held.set(response, release);
      for (const [oldest, releaseOldest] of held) {
        if (quota.total() <= bounds.total || oldest === response) break;
        releaseOldest();
        oldest.destroy();
      }
      return release;
    },
  };
}
