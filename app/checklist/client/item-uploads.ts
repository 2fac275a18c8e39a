import type { UploadJob, UploadQueue, UploadTarget } from '#app/documents/queries.ts';
import { joinPath } from '#domain/documents/folders.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { ItemRef } from './answers.ts';

export interface ItemUploadsDeps {
  queue: Pick<UploadQueue, 'add' | 'read' | 'subscribe' | 'cancel'>;
  /** Attaches a stored file to an item, in addition to the files that it has. */
  attach: (item: ItemRef, path: string) => Promise<void>;
  onFailure: (error: unknown, t: Translate) => void;
}

export interface ItemUploads {
  /** Uploads files to the folder of the year. Each is attached to the item when it is stored. `t` words a failure. */
  send: (item: ItemRef, files: Iterable<File>, t: Translate) => void;
  isFor: (job: UploadJob, item: ItemRef) => boolean;
}

/**
 * Remembers which upload is for which checklist item. A file that is already in the folder is not uploaded again: the
 * stored one is attached.
 */
export function createItemUploads({ queue, attach, onFailure }: ItemUploadsDeps): ItemUploads {
  const itemOfJob = new Map<number, { item: ItemRef; t: Translate }>();
  let last = Promise.resolve();

  // Sequential, because each call keeps the files that the previous one attached.
  function attachNext(item: ItemRef, target: UploadTarget, name: string, t: Translate): void {
    last = last.then(() =>
      attach(item, joinPath(target.folder, name)).catch((error: unknown) => onFailure(error, t)),
    );
  }

  function update(): void {
    const jobs = new Map(queue.read().map((job) => [job.id, job]));
    for (const [id, { item, t }] of itemOfJob) {
      const job = jobs.get(id);
      if (job?.status === 'done') {
        itemOfJob.delete(id);
        attachNext(item, job.target, job.name, t);
      } else if (job?.status === 'duplicate' && job.duplicate && !job.duplicate.isChosen) {
        itemOfJob.delete(id);
        attachNext(item, job.target, job.duplicate.name, t);
        queue.cancel(id);
      } else if (!job || job.status === 'cancelled') {
        itemOfJob.delete(id);
      }
    }
  }
  queue.subscribe(update);

  return {
    send(item, files, t) {
      const before = new Set(queue.read().map(({ id }) => id));
      queue.add(
        {
          ownerId: item.userId,
          clientName: item.clientName ?? null,
          folder: String(item.year),
          ...(item.title && { askedFor: item.title }),
        },
        files,
      );
      for (const { id } of queue.read()) if (!before.has(id)) itemOfJob.set(id, { item, t });
      update();
    },
    isFor({ id }, item) {
      const found = itemOfJob.get(id)?.item;
      return found?.item === item.item && found.year === item.year && found.userId === item.userId;
    },
  };
}
