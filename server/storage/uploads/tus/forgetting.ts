import type { ResumableParts } from './parts.ts';
import { dropUpload } from './upload-rows.ts';

const AT_ONCE = 5;

/** Ends an upload that shall come to nothing. Its room is free at once: on the disk, not in the count alone. */
export async function forgetUpload({ database, blobs, hashes }: ResumableParts, id: string): Promise<void> {
  const pieces = await dropUpload(database, id);
  hashes.forget(id);
  for (let from = 0; from < pieces.length; from += AT_ONCE) {
    await Promise.all(pieces.slice(from, from + AT_ONCE).map((piece) => blobs.discard(piece)));
  }
}
