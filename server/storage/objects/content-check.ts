import { checkDocument, checkHead, checkName, type Verdict } from '#domain/documents/document-check.ts';
import { mediaTypeFor } from '#domain/documents/document-types.ts';
import { isPlaceholder } from '#domain/documents/file-display.ts';
import { DOCUMENTS_BUCKET, lastStepOf } from '#domain/documents/folders.ts';
import { englishReader } from '#server/language/readers.ts';
import type { FileEnds } from '../blobs/file-ends.ts';
import { StorageError } from '../errors.ts';

/** Placeholders are always empty, because the app never shows them (migration 0015_documents). */
export function isFolderPlaceholder(key: string): boolean {
  return isPlaceholder(lastStepOf(key));
}

/** The check of one file for the documents bucket. Its errors tell the client what to do. */
export interface ContentCheck {
  /** Checks the first 8 KiB, so that a refused file is not sent whole. */
  begin(head: Buffer): void;
  /** The final check. Returns the media type to store. */
  conclude(size: number, ends: FileEnds): string;
}

interface Destination {
  isPerson: boolean;
  bucketId: string;
  key: string;
}

/** Other buckets, uploads with the service key, and folder placeholders are not checked. */
function isChecked({ isPerson, bucketId, key }: Destination): boolean {
  return isPerson && bucketId === DOCUMENTS_BUCKET && !isFolderPlaceholder(key);
}

/** The check for a file, if it is checked. Refuses a wrong name or size at once. */
export function contentCheckFor(destination: Destination, size?: number): ContentCheck | undefined {
  if (!isChecked(destination)) return undefined;
  const name = lastStepOf(destination.key);
  requireAccepted(checkName(name, size));
  return {
    begin: (head) => requireAccepted(checkHead(name, head)),
    conclude(all, ends) {
      requireAccepted(checkDocument({ name, size: all, ...ends }));
      return mediaTypeFor(name, ends);
    },
  };
}

/** Refuses a new name that a system would execute. A name that was refused before may be kept. */
export function checkRename(destination: Destination, from: string): void {
  const name = lastStepOf(destination.key);
  const verdict = isChecked(destination) ? checkName(name) : undefined;
  if (verdict && checkName(lastStepOf(from)).accepted) requireAccepted(verdict);
}

function requireAccepted(verdict: Verdict): void {
  if (verdict.accepted) return;
  throw new StorageError('InvalidMimeType', { message: englishReader.t(verdict.problem) });
}
