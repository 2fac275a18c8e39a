import { useSyncExternalStore } from 'react';
import { noteActivity } from '#app/client/idle/activity.ts';
import { queryClient } from '#app/client/query-client.tsx';
import { supabase } from '#app/client/supabase.ts';
import { notify } from '#app/ui/toast-queue.ts';
import { storageKey } from '#domain/folders.ts';
import { isUploading, markUploading } from './folder-memory.ts';
import { folderQueryKey } from './folder-query.ts';
import { say } from './messages.ts';
import { sendObject } from './send-object.ts';
import { randomSuffix } from './suffix.ts';
import { isUnderWay, type UploadJob } from './upload-job.ts';
import { createUploadQueue } from './upload-queue.ts';

/** The uploads of this window. They go on while other pages are looked at. */
export const uploads = createUploadQueue({
  send: ({ ownerId, folder }, name, file, options) =>
    sendObject(supabase, storageKey(ownerId, folder, name), file, options),
  suffix: randomSuffix,
  onStored: ({ target }) => {
    void queryClient.invalidateQueries({ queryKey: folderQueryKey(target.ownerId, target.folder) });
  },
  onFinished: ({ forWhom }, stored, failed) => {
    if (stored > 0) notify('success', say.uploaded(stored, forWhom));
    if (failed > 0) notify('danger', say.uploadError);
  },
  onActive: (active) => {
    markUploading(active);
    if (active) window.addEventListener('beforeunload', askFirst);
    else window.removeEventListener('beforeunload', askFirst);
    if (!active) uploads.clear(undefined, { keepFailed: true });
  },
  log: (message, error) => console.warn(message, error),
});

// Whoever waits for an upload is there: it must not be ended for want of a key press.
uploads.subscribe(() => {
  if (uploads.read().some(isUnderWay)) noteActivity();
});

/** The browser's own question before the page, and with it an upload, is closed. */
function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

// Whoever signs in next has nothing to do with these files.
supabase.auth.onAuthStateChange((event) => {
  if (event !== 'SIGNED_OUT') return;
  uploads.cancelAll();
  uploads.clear();
});

/** The uploads for one person, in the order they were chosen. */
export function useUploads(ownerId: string): UploadJob[] {
  const jobs = useSyncExternalStore(uploads.subscribe, uploads.read, uploads.read);
  return jobs.filter((job) => job.target.ownerId === ownerId);
}

/** The tab remembers uploads that this page knows nothing of: it was closed or reloaded in their midst. */
export function wasInterrupted(): boolean {
  return isUploading() && !uploads.read().some(isUnderWay);
}

export function forgetInterruption(): void {
  markUploading(false);
}
