import type { UploadJob, UploadQueue } from '#app/documents/queries.ts';
import { joinPath } from '#domain/documents/folders.ts';

/** Where a message is written: its draft's key, and the client whose files they become. */
export interface UploadPlace {
  readonly key: string;
  readonly clientId: string;
  /** When staff write to the client. */
  readonly clientName: string | null;
  readonly year: number;
}

export interface AttachmentUploads {
  send: (place: UploadPlace, files: Iterable<File>) => void;
  /** Calls `attach` with the path of each stored file, also of those that were stored before. Returns the end of it. */
  onStored: (place: UploadPlace, attach: (path: string) => void) => () => void;
  /** Whether an unfinished or failed upload is for the message at this place. */
  isFor: (job: UploadJob, place: UploadPlace) => boolean;
  isUploading: (place: UploadPlace) => boolean;
}

const unfinished: ReadonlySet<UploadJob['status']> = new Set(['waiting', 'checking', 'sending']);

type Queue = Pick<UploadQueue, 'add' | 'read' | 'subscribe' | 'cancel'>;

/**
 * Remembers which upload is for which message, also while another page is open. A file that is already in the folder is
 * not uploaded again: the stored one is attached.
 */
export function createAttachmentUploads(queue: Queue): AttachmentUploads {
  const placeOfJob = new Map<number, string>();
  const stored = new Map<string, string[]>();
  const listeners = new Map<string, (path: string) => void>();

  function attach(key: string, path: string): void {
    const listener = listeners.get(key);
    if (listener) listener(path);
    else stored.set(key, [...(stored.get(key) ?? []), path]);
  }

  function update(): void {
    const jobs = new Map(queue.read().map((job) => [job.id, job]));
    for (const [id, key] of placeOfJob) {
      const job = jobs.get(id);
      if (job?.status === 'done') {
        placeOfJob.delete(id);
        attach(key, joinPath(job.target.folder, job.name));
      } else if (job?.status === 'duplicate' && job.duplicate && !job.duplicate.isChosen) {
        placeOfJob.delete(id);
        attach(key, joinPath(job.target.folder, job.duplicate.name));
        queue.cancel(id);
      } else if (!job || job.status === 'cancelled') {
        placeOfJob.delete(id);
      }
    }
  }
  queue.subscribe(update);

  return {
    send({ key, clientId, clientName, year }, files) {
      const before = new Set(queue.read().map(({ id }) => id));
      queue.add({ ownerId: clientId, clientName, folder: String(year) }, files);
      for (const { id } of queue.read()) if (!before.has(id)) placeOfJob.set(id, key);
      update();
    },
    onStored({ key }, listener) {
      listeners.set(key, listener);
      for (const path of stored.get(key) ?? []) listener(path);
      stored.delete(key);
      return () => {
        if (listeners.get(key) === listener) listeners.delete(key);
      };
    },
    isFor: ({ id }, { key }) => placeOfJob.get(id) === key,
    isUploading: ({ key }) =>
      queue.read().some(({ id, status }) => placeOfJob.get(id) === key && unfinished.has(status)),
  };
}
