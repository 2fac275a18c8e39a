import { useSyncExternalStore } from 'react';
import { supabase } from '#app/shared/api/supabase.ts';
import { isTouchScreen } from '#app/shared/browser/touch-screen.ts';
import { joinPath } from '#domain/documents/folders.ts';
import { hasCameraName, isImage } from '#domain/documents/image-names.ts';
import { markNaming } from '../browser/folder-memory.ts';
import type { StoredUpload } from '../upload/upload-queue.ts';

/** What is still to be asked after uploads: names for pictures, then whether the yearly form is done. */

export interface StoredImage {
  /** Beneath the owner's root. */
  readonly path: string;
  readonly name: string;
  readonly file: File;
}

export interface Pending {
  /** To be named, the first one now. */
  readonly images: readonly StoredImage[];
  /** How many there were when the walk began, with those that came since. */
  readonly total: number;
  readonly isReminderDue: boolean;
}

const nothing: Pending = { images: [], total: 0, isReminderDue: false };
const listeners = new Set<() => void>();
let byOwner: ReadonlyMap<string, Pending> = new Map();

function set(ownerId: string, pending: Pending): void {
  byOwner = new Map(byOwner).set(ownerId, pending);
  markNaming([...byOwner.values()].some(({ images }) => images.length > 0));
  for (const listener of listeners) listener();
}

const read = (ownerId: string) => byOwner.get(ownerId) ?? nothing;

/**
 * On a touch screen every picture is asked for its name: the camera gave it one. Elsewhere somebody has had the
 * name under the eyes, and only those that cameras make up are asked for.
 */
export function noteStored(ownerId: string, stored: readonly StoredUpload[]): void {
  const images = stored
    // In the order in which they were chosen, whichever arrived first.
    .toSorted((a, b) => a.job.id - b.job.id)
    .filter(({ job }) => isImage(job) && (isTouchScreen() || hasCameraName(job.chosenName)))
    .map(({ job, file }) => ({ path: joinPath(job.target.folder, job.name), name: job.name, file }));
  const { images: waiting, total } = read(ownerId);
  set(ownerId, {
    images: [...waiting, ...images],
    total: (waiting.length === 0 ? 0 : total) + images.length,
    isReminderDue: true,
  });
}

/** The first picture has its name, or keeps the one it has. */
export function imageIsNamed(ownerId: string): void {
  const pending = read(ownerId);
  set(ownerId, { ...pending, images: pending.images.slice(1) });
}

/** Who has had enough keeps the other names. */
export function stopNaming(ownerId: string): void {
  set(ownerId, { ...read(ownerId), images: [] });
}

export function reminderIsDone(ownerId: string): void {
  set(ownerId, { ...read(ownerId), isReminderDue: false });
}

export function usePending(ownerId: string): Pending {
  return useSyncExternalStore(
    subscribe,
    () => read(ownerId),
    () => nothing,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Whoever signs in next has nothing to do with these pictures.
supabase.auth.onAuthStateChange((event) => {
  if (event !== 'SIGNED_OUT') return;
  for (const ownerId of byOwner.keys()) set(ownerId, nothing);
});
