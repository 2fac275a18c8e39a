import type { ReactNode } from 'react';
import type { UploadJob, UploadQueue } from '#app/documents/queries.ts';
import { createUploadPurposes } from '#app/documents/queries.ts';

/** Where a message is written: its draft's key, and the client whose files they become. */
export interface UploadPlace {
  readonly key: string;
  readonly clientId: string;
  /** When staff write to the client. */
  readonly clientName: string | null;
  readonly year: number;
}

export type AttachmentUploads = ReturnType<typeof createAttachmentUploads>;

/** With the rows of the unfinished and failed uploads for a message. */
export type ShownUploads = AttachmentUploads & { render: (place: UploadPlace) => ReactNode };

const unfinished: ReadonlySet<UploadJob['status']> = new Set(['waiting', 'checking', 'sending']);

type Queue = Pick<UploadQueue, 'add' | 'read' | 'subscribe' | 'cancel'>;

export function createAttachmentUploads(queue: Queue) {
  const stored = new Map<string, string[]>();
  const listeners = new Map<string, (path: string) => void>();
  const purposes = createUploadPurposes<string>(queue, (key, path) => {
    const listener = listeners.get(key);
    if (listener) listener(path);
    else stored.set(key, [...(stored.get(key) ?? []), path]);
  });

  return {
    send: ({ key, clientId, clientName, year }: UploadPlace, files: Iterable<File>) =>
      purposes.send(key, { ownerId: clientId, clientName, folder: String(year) }, files),
    /** For the place with this key: calls `listener` with the path of each stored file, also of those that were stored before. Returns the end of it. */
    onStored(key: string, listener: (path: string) => void) {
      listeners.set(key, listener);
      for (const path of stored.get(key) ?? []) listener(path);
      stored.delete(key);
      return () => {
        if (listeners.get(key) === listener) listeners.delete(key);
      };
    },
    /** Whether an unfinished or failed upload is for the message at this place. */
    isFor: ({ id }: UploadJob, { key }: UploadPlace) => purposes.of(id) === key,
    isUploading: ({ key }: UploadPlace) =>
      queue.read().some(({ id, status }) => purposes.of(id) === key && unfinished.has(status)),
  };
}
