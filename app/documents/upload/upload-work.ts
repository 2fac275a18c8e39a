import { uploadingIn } from '#app/shared/session/clients/folder-memory.ts';
import { checkDocument, type Verdict } from '#domain/documents/document-check.ts';
import { HEAD_BYTES, TAIL_BYTES } from '#domain/documents/document-types.ts';
import { unreadable } from '../store/store-error.ts';
import { supabaseDocuments } from '../store/supabase-documents.ts';
import { createDuplicateFinder } from './duplicates/duplicate-finder.ts';
import { fingerprintOf, hashOf, readEnds } from './duplicates/fingerprint.ts';
import { forgetUnfinished, sendUpload } from './send-upload.ts';
import { markOf } from './unfinished-uploads.ts';
import type { Duplicate, UploadJob } from './upload-job.ts';
import type { SendOptions } from './upload-queue.ts';

/** What the queue of uploads (uploads.ts) does with a file. Loaded after the list of files. */

export const duplicates = createDuplicateFinder({
  list: async ({ ownerId, folder }) => (await supabaseDocuments(ownerId).list(folder)).items,
  hash: hashOf,
});
const fingerprints = new WeakMap<File, string>();

/** Checks the first and last bytes of a file before it is uploaded. */
export async function inspect(name: string, file: File): Promise<Verdict> {
  const ends = await readEnds(file).catch(unreadable);
  fingerprints.set(file, fingerprintOf(file.size, ends));
  return checkDocument({
    name,
    size: file.size,
    head: ends.head.subarray(0, HEAD_BYTES),
    tail: ends.tail.subarray(-TAIL_BYTES),
  });
}

export function findDuplicate(
  { id, target }: UploadJob,
  file: File,
  signal: AbortSignal,
): Promise<Duplicate | null> {
  return duplicates.find(id, target, file, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    // Without the check, the file is uploaded.
    console.warn('The folder could not be searched for duplicates', error);
    return null;
  });
}

export function send(job: UploadJob, file: File, options: SendOptions): Promise<string> {
  const fingerprint = fingerprints.get(file) ?? '';
  const uploading = uploadingIn(job.target.ownerId);
  uploading.save(`${uploading.read()} ${markOf({ fingerprint })}`);
  return sendUpload(job, file, fingerprint, options);
}

/** Call it after a batch. */
export function forgetBatch(): void {
  duplicates.reset();
  forgetUnfinished();
}
