import { useSyncExternalStore } from 'react';
import { announceRefusal } from '#app/shared/api/refusals.ts';
import { onUserChange } from '#app/shared/api/user-change.ts';
import { onFirstScreen } from '#app/shared/browser/first-screen.ts';
import { loadOnline } from '#app/shared/browser/load-online.ts';
import { announceWork } from '#app/shared/drafts/unfinished-work.ts';
import { uploadingIn } from '#app/shared/session/clients/folder-memory.ts';
import { recordActivity } from '#app/shared/session/idle/activity.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { msg, plural } from '#domain/language/message.ts';
import { reloadDocuments } from '../store/documents-query.ts';
import { messages } from '../store/messages.ts';
import { connectionLost } from '../store/store-error.ts';
import { enqueueImages } from './after-upload.ts';
import { pause, whenOnline } from './online.ts';
import { refreshUnfinished } from './unfinished-uploads.ts';
import { isInProgress, type UploadJob } from './upload-job.ts';
import { createUploadQueue } from './upload-queue.ts';

type Work = typeof import('./upload-work.ts');
let work: Work | undefined;

/** Loads what sending a file needs: a list of files is shown without it. */
async function loadWork(): Promise<void> {
  work ??= await loadOnline(() => import('./upload-work.ts'));
}

const LOAD_RETRIES_MS = [1000, 3000, 10_000, 10_000, 10_000];

/** Loads it for a file that was chosen. The file waits as long as the device is offline. */
async function load(signal: AbortSignal, onOffline: (isOffline: boolean) => void): Promise<Work> {
  for (let failures = 0; work === undefined; failures += 1) {
    await whenOnline(signal, onOffline);
    try {
      await loadWork();
    } catch (error) {
      console.warn('The code that uploads could not be loaded', error);
      const delay = LOAD_RETRIES_MS[failures];
      if (delay === undefined) throw connectionLost();
      onOffline(true);
      await pause(delay, signal);
    }
  }
  onOffline(false);
  return work;
}

// Early, so that no upload waits for it.
onFirstScreen(() => void loadWork().catch(() => undefined));

/** The uploads of this tab. They continue while the user visits other pages of the portal. */
export const uploads = createUploadQueue({
  load,
  whenOnline,
  forgetDuplicate: (id) => work?.duplicates.forget(id),
  onStored: ({ target }) => refreshSoon(target.ownerId),
  onFinished: (target, stored, failed) => {
    if (stored.length > 0) {
      notify('success', messages.uploaded(stored.length, target.clientName));
      enqueueImages(target.ownerId, stored);
    }
    if (failed === 0) return;
    notify('danger', messages.uploadError);
    announceRefusal();
  },
  onActive: (active) => {
    if (active) {
      window.addEventListener('beforeunload', askFirst);
      return;
    }
    window.removeEventListener('beforeunload', askFirst);
    work?.forgetBatch();
    refreshUnfinished();
    uploads.clear(undefined, { keepUnread: true });
  },
  log: (message, error) => console.warn(message, error),
});

const refreshing = new Set<string>();
const REFRESH_MS = 1500;

/** Reloads lists of documents at once after the last upload, and every 1.5 seconds during a batch. */
function refreshSoon(ownerId: string): void {
  const isLast = !uploads.read().some((job) => job.target.ownerId === ownerId && isInProgress(job));
  if (isLast) void reloadDocuments(ownerId);
  if (isLast || refreshing.has(ownerId)) return;
  refreshing.add(ownerId);
  setTimeout(() => {
    refreshing.delete(ownerId);
    void reloadDocuments(ownerId);
  }, REFRESH_MS);
}

let marked: ReadonlySet<string> = new Set();

uploads.subscribe(() => {
  const active = new Set(
    uploads
      .read()
      .filter(isInProgress)
      .map(({ target }) => target.ownerId),
  );
  // An upload counts as activity: the idle timeout must not end the session during it.
  if (active.size > 0) recordActivity();
  for (const ownerId of marked) if (!active.has(ownerId)) uploadingIn(ownerId).clear();
  for (const ownerId of active) if (!marked.has(ownerId)) uploadingIn(ownerId).save('yes');
  marked = active;
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

/** The marks of what was uploaded to this client's files when the page was closed or reloaded; null if nothing was. */
export const interruptedIn = (ownerId: string): readonly string[] | null =>
  marked.has(ownerId) ? null : (uploadingIn(ownerId).read()?.split(' ') ?? null);

export const forgetInterruption = (ownerId: string): void => uploadingIn(ownerId).clear();

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

export function useUploads(ownerId: string): UploadJob[] {
  const jobs = useSyncExternalStore(subscribeThrottled, uploads.read, uploads.read);
  return jobs.filter((job) => job.target.ownerId === ownerId);
}
