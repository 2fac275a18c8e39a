import { joinPath } from '#domain/documents/folders.ts';
import type { UploadTarget } from './upload-job.ts';
import type { UploadQueue } from './upload-queue.ts';

/**
 * Remembers what each upload is for, also while another page is open. A file that is already in the folder is not
 * uploaded again: the stored one serves.
 */
export function createUploadPurposes<Purpose>(
  queue: Pick<UploadQueue, 'add' | 'read' | 'subscribe' | 'cancel'>,
  onStored: (purpose: Purpose, path: string) => void,
) {
  const purposes = new Map<number, Purpose>();

  function update(): void {
    const jobs = new Map(queue.read().map((job) => [job.id, job]));
    for (const [id, purpose] of purposes) {
      const job = jobs.get(id);
      const known = job?.status === 'duplicate' && !job.duplicate?.isChosen ? job.duplicate : null;
      const stored = job?.status === 'done' ? job : known;
      if (job && stored) {
        purposes.delete(id);
        onStored(purpose, joinPath(job.target.folder, stored.name));
        if (stored === known) queue.cancel(id);
      } else if (!job || job.status === 'cancelled') purposes.delete(id);
    }
  }
  queue.subscribe(update);

  return {
    send(purpose: Purpose, target: UploadTarget, files: Iterable<File>): void {
      const before = new Set(queue.read().map(({ id }) => id));
      queue.add(target, files);
      for (const { id } of queue.read()) if (!before.has(id)) purposes.set(id, purpose);
      update();
    },
    of: (id: number): Purpose | undefined => purposes.get(id),
  };
}
