import { queryClient } from '#app/shared/api/query-client.tsx';
import { supabase } from '#app/shared/api/supabase.ts';
import { announceWork } from '#app/shared/drafts/unfinished-work.ts';
import { recordActivity } from '#app/shared/session/idle/activity.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { checkDocument } from '#domain/documents/document-check.ts';
import { HEAD_BYTES, TAIL_BYTES } from '#domain/documents/document-types.ts';
import { isUploading, markUploading } from '../browser/folder-memory.ts';
import { documentsQueryKey } from '../browser/folder-query.ts';
import { noteStored } from '../naming/pending.ts';
import { messages } from '../store/messages.ts';
import { StoreError } from '../store/store-error.ts';
import { createDuplicateFinder } from './duplicate-finder.ts';
import { fingerprintOf, hashOf, readEnds } from './upload-fingerprint.ts';
import { isInProgress } from './upload-job.ts';
import { createUploadQueue, type Inspection } from './upload-queue.ts';
import { forgetUnfinished, knownDocuments, sendUpload, whenConnected } from './upload-transport.ts';
import { refreshUnfinished } from './upload-unfinished.ts';

const duplicates = createDuplicateFinder({ list: knownDocuments, hash: hashOf });
const fingerprints = new WeakMap<File, string>();

/** The uploads of this window. They go on while other pages are looked at. */
export const uploads = createUploadQueue({
  inspect,
  whenConnected,
  findDuplicate: ({ id, target }, file, signal) =>
    duplicates.find(id, target, file, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      // It is a courtesy: a list that can't be had must not keep a document back.
      console.warn('The folder could not be searched for the same document', error);
      return null;
    }),
  forgetDuplicate: duplicates.forget,
  send: (job, file, options) => sendUpload(job, file, fingerprints.get(file) ?? '', options),
  onStored: ({ target }) => refreshSoon(target.ownerId),
  onFinished: (target, stored, failed) => {
    if (stored.length > 0) {
      notify('success', messages.uploaded(stored.length, target.forWhom));
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

/** Before anything leaves: by the first and last bytes, and whether they can be read at all. */
async function inspect(name: string, file: File): Promise<Inspection> {
  const ends = await readEnds(file).catch(() => {
    throw new StoreError('refused', 'This file can’t be read any more. Please choose it again.');
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

/** The last file is seen at once; a hundred that arrive one after the other don't ask for the list a hundred times. */
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

// Whoever waits for an upload is there: it must not be ended for want of a key press.
uploads.subscribe(() => {
  if (uploads.read().some(isInProgress)) recordActivity();
});

// Asked before somebody logs out.
announceWork(() => {
  const count = uploads.read().filter(isInProgress).length;
  if (count === 0) return null;
  return count === 1 ? '1 file is still on its way.' : `${count} files are still on their way.`;
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

/** The tab remembers uploads that this page knows nothing of: it was closed or reloaded in their midst. */
export function wasInterrupted(): boolean {
  return isUploading() && !uploads.read().some(isInProgress);
}

export function forgetInterruption(): void {
  markUploading(false);
}
