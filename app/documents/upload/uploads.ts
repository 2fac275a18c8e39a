import { useEffect, useSyncExternalStore } from 'react';
import { queryClient } from '#app/shared/api/query-client.tsx';
import { announceWork } from '#app/shared/drafts/unfinished-work.ts';
import { recordActivity } from '#app/shared/session/idle/activity.ts';
import { onUserChange } from '#app/shared/session/user-change.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { checkDocument } from '#domain/documents/document-check.ts';
import { HEAD_BYTES, TAIL_BYTES } from '#domain/documents/document-types.ts';
import { msg, plural } from '#domain/language/message.ts';
import { isUploading, markUploading } from '../browser/folder-memory.ts';
import { noteStored } from '../naming/pending.ts';
import { documentsQueryKey } from '../store/documents-query.ts';
import { messages } from '../store/messages.ts';
import { StoreError } from '../store/store-error.ts';
import { listUploads } from '../store/supabase-documents.ts';
import { createDuplicateFinder } from './duplicate-finder.ts';
import { fingerprintOf, hashOf, readEnds } from './fingerprint.ts';
import { forgetUnfinished, sendUpload, whenOnline } from './send-upload.ts';
import { loadTus } from './tus-upload.ts';
import { refreshUnfinished } from './unfinished-uploads.ts';
import { isInProgress, type UploadJob } from './upload-job.ts';
import { createUploadQueue, type Inspection } from './upload-queue.ts';

const duplicates = createDuplicateFinder({
  list: async ({ ownerId, folder }) =>
    (await listUploads(ownerId, folder)).map((row) => ({
      name: row.file_name,
      size: row.file_size,
      sha256: row.sha256,
    })),
  hash: hashOf,
});
const fingerprints = new WeakMap<File, string>();

/** The uploads of this tab. They continue while the user visits other pages of the portal. */
export const uploads = createUploadQueue({
  inspect,
  whenOnline,
  findDuplicate: ({ id, target }, file, signal) =>
    duplicates.find(id, target, file, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      // Without the check, the file is uploaded.
      console.warn('The folder could not be searched for duplicates', error);
      return null;
    }),
  forgetDuplicate: duplicates.forget,
  send: (job, file, options) => sendUpload(job, file, fingerprints.get(file) ?? '', options),
  onStored: ({ target }) => refreshSoon(target.ownerId),
  onFinished: (target, stored, failed) => {
    if (stored.length > 0) {
      notify('success', messages.uploaded(stored.length, target.clientName));
      noteStored(target.ownerId, stored);
    }
    if (failed > 0) notify('danger', messages.uploadError);
  },
  onActive: (active) => {
    markUploading(active);
    if (active) {
      window.addEventListener('beforeunload', askFirst);
      return;
    }
    window.removeEventListener('beforeunload', askFirst);
    duplicates.reset();
    forgetUnfinished();
    refreshUnfinished();
    uploads.clear(undefined, { keepUnread: true });
  },
  log: (message, error) => console.warn(message, error),
});

/** Checks the first and last bytes of a file before it is uploaded. */
async function inspect(name: string, file: File): Promise<Inspection> {
  const ends = await readEnds(file).catch(() => {
    throw new StoreError('refused', msg`We can’t read this file anymore. Please choose it again.`);
  });
  fingerprints.set(file, fingerprintOf(file.size, ends));
  const verdict = checkDocument({
    name,
    size: file.size,
    head: ends.head.subarray(0, HEAD_BYTES),
    tail: ends.tail.subarray(-TAIL_BYTES),
  });
  return verdict.accepted
    ? { problem: null, note: verdict.note ?? null }
    : { problem: verdict.problem, note: null };
}

const refreshing = new Set<string>();
const REFRESH_MS = 1500;

/** Reloads lists of documents at once after the last upload, and every 1.5 seconds during a batch. */
function refreshSoon(ownerId: string): void {
  const isLast = !uploads.read().some((job) => job.target.ownerId === ownerId && isInProgress(job));
  if (isLast) void queryClient.invalidateQueries({ queryKey: documentsQueryKey(ownerId) });
  if (isLast || refreshing.has(ownerId)) return;
  refreshing.add(ownerId);
  setTimeout(() => {
    refreshing.delete(ownerId);
    void queryClient.invalidateQueries({ queryKey: documentsQueryKey(ownerId) });
  }, REFRESH_MS);
}

// An upload counts as activity: the idle timeout must not end the session during it.
uploads.subscribe(() => {
  if (uploads.read().some(isInProgress)) recordActivity();
});

// For the question before sign-out.
announceWork(() => {
  const count = uploads.read().filter(isInProgress).length;
  if (count === 0) return null;
  return msg`${plural({ count }, { one: '# file is still uploading.', other: '# files are still uploading.' })}`;
});

/** Makes the browser ask before the tab is closed. */
function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

// The next user of this tab must not see these files.
onUserChange(() => {
  uploads.cancelAll();
  uploads.clear();
});

/** Whether the page was closed or reloaded during an upload. */
export function wasInterrupted(): boolean {
  return isUploading() && !uploads.read().some(isInProgress);
}

export function forgetInterruption(): void {
  markUploading(false);
}

const RENDER_INTERVAL_MS = 100;

/** Progress events come more often than a screen should render. */
function subscribeThrottled(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = uploads.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, RENDER_INTERVAL_MS);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

/** The uploads to one client's files, in the order in which they were chosen. */
export function useUploads(ownerId: string): UploadJob[] {
  // Loads the library early. On failure, the upload reports it.
  useEffect(() => void loadTus().catch(() => undefined), []);
  const jobs = useSyncExternalStore(subscribeThrottled, uploads.read, uploads.read);
  return jobs.filter((job) => job.target.ownerId === ownerId);
}
