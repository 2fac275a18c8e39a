import { useSyncExternalStore } from 'react';
import { onUserChange } from '#app/shared/api/user-change.ts';
import { isTouchScreen } from '#app/shared/browser/touch-screen.ts';
import { markNaming } from '#app/shared/session/clients/folder-memory.ts';
import { joinPath } from '#domain/documents/folders.ts';
import { hasCameraName, isImage } from '#domain/documents/image-names.ts';
import type { StoredUpload } from './upload-queue.ts';

/** Steps after uploads: name the images, then remind of the tax form. Per owner, in memory only. */

export interface StoredImage {
  /** Relative to the owner's root folder. */
  readonly path: string;
  readonly name: string;
  readonly file: File;
  /** Without the extension; '' if nothing tells what it is. */
  readonly suggestedName: string;
}

export interface Pending {
  /** The images without a name; the first one is shown. */
  readonly images: readonly StoredImage[];
  /** The number of images since the naming began. */
  readonly total: number;
  readonly isReminderDue: boolean;
}

const nothing: Pending = { images: [], total: 0, isReminderDue: false };
const listeners = new Set<() => void>();
let byOwner: ReadonlyMap<string, Pending> = new Map();

function set(ownerId: string, pending: Pending): void {
  byOwner = new Map(byOwner).set(ownerId, pending);
  markNaming(ownerId, pending.images.length > 0);
  for (const listener of listeners) listener();
}

const read = (ownerId: string) => byOwner.get(ownerId) ?? nothing;

/** Adds uploaded images: all on touch screens, where cameras name them; elsewhere those with a camera's name. */
export function enqueueImages(ownerId: string, uploaded: readonly StoredUpload[]): void {
  const images = [...uploaded]
    .sort((a, b) => a.job.id - b.job.id)
    .filter(({ job }) => isImage(job) && (isTouchScreen() || hasCameraName(job.chosenName)))
    .map(({ job: { name, target }, file }) => ({
      path: joinPath(target.folder, name),
      name,
      file,
      suggestedName: target.askedFor?.replaceAll('/', '-') ?? '',
    }));
  const { images: waiting, total } = read(ownerId);
  set(ownerId, {
    images: [...waiting, ...images],
    total: (waiting.length === 0 ? 0 : total) + images.length,
    isReminderDue: true,
  });
}

export function completeImage(ownerId: string): void {
  const pending = read(ownerId);
  set(ownerId, { ...pending, images: pending.images.slice(1) });
}

/** Keeps the names of all other images. */
export function stopNaming(ownerId: string): void {
  set(ownerId, { ...read(ownerId), images: [] });
}

export function dismissReminder(ownerId: string): void {
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

// The next user of this tab must not see these images.
onUserChange(() => {
  for (const ownerId of byOwner.keys()) set(ownerId, nothing);
});
