import { useEffect, useSyncExternalStore } from 'react';
import type { UploadJob } from './upload-job.ts';
import { loadEngine } from './upload-transport.ts';
import { uploads } from './uploads.ts';

const SHOW_MS = 100;

/** What is sent tells more often how far it is than anybody can read. */
function subscribeSlowly(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = uploads.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, SHOW_MS);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

/** The uploads for one person, in the order they were chosen. */
export function useUploads(ownerId: string): UploadJob[] {
  // Whoever looks at files may send some; a failure is told when one is sent.
  useEffect(() => void loadEngine().catch(() => undefined), []);
  const jobs = useSyncExternalStore(subscribeSlowly, uploads.read, uploads.read);
  return jobs.filter((job) => job.target.ownerId === ownerId);
}
