import type { UploadJob, UploadQueue, UploadTarget } from '#app/documents/queries.ts';
import { joinPath } from '#domain/documents/folders.ts';

/** The line of whose list a file is meant for. */
export interface Goal {
  readonly userId: string;
  readonly year: number;
  readonly item: string;
}

export interface TickingParts {
  queue: Pick<UploadQueue, 'add' | 'read' | 'subscribe' | 'cancel'>;
  /** Ticks a stored file against a line, beside those that are ticked already. */
  attach: (goal: Goal, path: string) => Promise<void>;
  onFailure: (error: unknown) => void;
}

export interface Ticking {
  /** Sends files to the folder of the year; each is ticked when it is stored. */
  send: (goal: Goal, files: Iterable<File>) => void;
  /** What is on its way to a line, or didn't arrive. */
  isFor: (job: UploadJob, goal: Goal) => boolean;
}

/**
 * Remembers which upload is for which line of the list. A file that is in the folder already is not sent again: the
 * one that is there is ticked.
 */
export function createTicking({ queue, attach, onFailure }: TickingParts): Ticking {
  const goals = new Map<number, Goal>();
  let last = Promise.resolve();

  // One after the other: each keeps what the one before has ticked.
  function tick(goal: Goal, target: UploadTarget, name: string): void {
    last = last.then(() => attach(goal, joinPath(target.folder, name)).catch(onFailure));
  }

  function look(): void {
    const jobs = new Map(queue.read().map((job) => [job.id, job]));
    for (const [id, goal] of goals) {
      const job = jobs.get(id);
      if (job?.status === 'done') {
        goals.delete(id);
        tick(goal, job.target, job.name);
      } else if (job?.status === 'duplicate' && job.duplicate && !job.duplicate.isChosen) {
        goals.delete(id);
        tick(goal, job.target, job.duplicate.name);
        queue.cancel(id);
      } else if (!job || job.status === 'cancelled') {
        goals.delete(id);
      }
    }
  }
  queue.subscribe(look);

  return {
    send(goal, files) {
      const before = new Set(queue.read().map(({ id }) => id));
      queue.add({ ownerId: goal.userId, forWhom: null, folder: String(goal.year) }, files);
      for (const { id } of queue.read()) if (!before.has(id)) goals.set(id, goal);
      look();
    },
    isFor({ id }, goal) {
      const own = goals.get(id);
      return own?.item === goal.item && own.year === goal.year && own.userId === goal.userId;
    },
  };
}
