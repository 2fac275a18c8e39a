import { once } from 'node:events';
import { pipeline, type Readable } from 'node:stream';
import { type OpenPart, sizeOf } from './blob-parts.ts';
import { concatStreams, piecesFor } from './pieces.ts';
import { type ByteRange, decryptSegments, storedRange } from './segments.ts';
import { BlobMissingError, type BlobStore } from './stores/blob-store.ts';
import { mapStoreErrors } from './stores/store-failure.ts';

type Source = Pick<BlobStore, 'get'>;

/** The plaintext of one part, verified segment by segment. Rejects if the first segment is missing or broken. */
export async function readPart(
  store: Source,
  { id, key, size }: OpenPart,
  range: ByteRange | undefined,
): Promise<Readable> {
  const stored = await store.get(id, range && storedRange(range, size));
  const clear = decryptSegments({ key, blobId: id }, size, range ?? { start: 0, end: size - 1 });
  // The reader of `clear` gets the errors of both streams: pipeline destroys it with them.
  pipeline(stored, clear, () => undefined);
  // The first segment is verified before the response begins.
  await mapStoreErrors(() => once(clear, 'readable'));
  return clear;
}

/** The plaintext of a blob, which is one part or several pieces. */
export async function readParts(
  store: Source,
  id: string,
  parts: readonly OpenPart[],
  range: ByteRange | undefined,
): Promise<Readable> {
  const [only] = parts;
  if (only === undefined) throw new BlobMissingError(id);
  if (only.id === id) return readPart(store, only, range);
  const stored = new Map(parts.map((part) => [part.id, part]));
  return concatStreams(piecesFor(parts, range ?? { start: 0, end: sizeOf(parts) - 1 }), async (part) => {
    const piece = stored.get(part.id);
    if (piece === undefined) throw new BlobMissingError(part.id);
    return readPart(store, piece, part.range);
  });
}
