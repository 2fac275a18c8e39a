import { rest } from '#app/shared/api/rest.ts';
import { lastStepOf, parentOf, storageKey } from '#domain/documents/folders.ts';
import { randomSuffix } from '../store/storage-api.ts';
import { hashOf } from './duplicates/fingerprint.ts';
import { pause } from './online.ts';
import { uploadWithTus } from './tus-upload.ts';
import {
  discardUnfinished,
  findUnfinished,
  listUnfinished,
  type UnfinishedUpload,
  uploadUrl,
} from './unfinished-uploads.ts';
import type { UploadJob } from './upload-job.ts';
import type { SendOptions } from './upload-queue.ts';
import { sendFile, type UploadAttempt } from './upload-retry.ts';

/** How long the server may take to notice that a connection was closed. */
const DISCONNECT_MS = 2000;

/** By owner: the uploads that were unfinished when the current batch started. */
const unfinishedAtStart = new Map<string, Promise<UnfinishedUpload[]>>();

function listUnfinishedAtStart(ownerId: string): Promise<UnfinishedUpload[]> {
  const cached = unfinishedAtStart.get(ownerId) ?? listUnfinished(ownerId);
  unfinishedAtStart.set(ownerId, cached);
  return cached.catch((error: unknown) => {
    // Without the list, every file is sent from its first byte.
    console.warn('The unfinished uploads could not be listed', error);
    unfinishedAtStart.delete(ownerId);
    return [];
  });
}

/** Call it after a batch: the next one loads the list again. */
export function forgetUnfinished(): void {
  unfinishedAtStart.clear();
}

/** Uploads a file, resuming an unfinished upload of it. Resolves with the name under which it was stored. */
export async function sendUpload(
  { target, name }: Pick<UploadJob, 'target' | 'name'>,
  file: File,
  fingerprint: string,
  options: SendOptions,
): Promise<string> {
  const { ownerId, folder } = target;
  const list = await listUnfinishedAtStart(ownerId);
  const i = list.findIndex((one) => one.fingerprint === fingerprint && parentOf(one.path) === folder);
  // Removed from the list: when the same file was chosen twice, only one upload resumes.
  const [unfinished] = i < 0 ? [] : list.splice(i, 1);
  const startName = unfinished ? lastStepOf(unfinished.path) : name;
  if (startName !== name) options.onName(startName);
  let lastAttempt: UploadAttempt | undefined;
  try {
    return await sendFile(
      {
        attempt: (attempt) => {
          lastAttempt = attempt;
          return uploadWithTus(attempt);
        },
        findUrl: async (key) => {
          const found = await findUnfinished(key, fingerprint);
          return found ? uploadUrl(found.id) : null;
        },
        isStored,
        pause,
        isOffline: () => !navigator.onLine,
        suffix: randomSuffix,
      },
      {
        ...options,
        file,
        fingerprint,
        name: startName,
        keyOf: (itsName) => storageKey(ownerId, folder, itsName),
        url: unfinished ? uploadUrl(unfinished.id) : null,
      },
    );
  } finally {
    if (options.signal.aborted && lastAttempt) void discardCancelled(lastAttempt.key, fingerprint);
  }
}

/** Deletes an upload that was canceled before the server had answered with its URL. */
async function discardCancelled(key: string, fingerprint: string): Promise<void> {
  try {
    await new Promise((resolve) => setTimeout(resolve, DISCONNECT_MS));
    const unfinished = await findUnfinished(key, fingerprint);
    if (unfinished) await discardUnfinished(unfinished.id);
  } catch (error) {
    console.warn('A cancelled upload could not be discarded', error);
  }
}

async function isStored(key: string, file: Blob): Promise<boolean> {
  const { data, error } = await rest
    .from('file_uploads')
    .select('file_size, sha256')
    .eq('file_path', key)
    .maybeSingle();
  if (error) throw error;
  return data !== null && data.file_size === file.size && data.sha256 === (await hashOf(file));
}
