import type { ServerResponse } from 'node:http';
import { type Bounds, createQuota, type Holder } from './quota.ts';

type Held = Pick<ServerResponse, 'destroy'>;

/** Complete responses that clients have not read yet. */
export interface Answers {
  /** Whether the caller must read earlier responses first. */
  isUsedUp(holder: Holder): boolean;
  /**
   * Counts the response until the returned function is called. The work is done, so a response is never refused. If
   * all responses exceed the bound, the oldest connections are closed, because their readers are the slowest.
   */
  hold(holder: Holder, response: Held, bytes: number): () => void;
}

export function createAnswers(bounds: Bounds): Answers {
  const quota = createQuota(bounds);
  /** Oldest first. */
  const held = new Map<Held, () => void>();

  return {
    isUsedUp: (holder) => quota.isUsedUp(holder),
    hold: (holder, response, bytes) => {
      const share = quota.force(holder, bytes);
      const release = () => {
        held.delete(response);
        share.release();
      };
      held.set(response, release);
      for (const [oldest, letGoOfIt] of held) {
        if (quota.total() <= bounds.total || oldest === response) break;
        letGoOfIt();
        oldest.destroy();
      }
      return release;
    },
  };
}
