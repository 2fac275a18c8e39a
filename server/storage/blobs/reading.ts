import { once } from 'node:events';
import { pipeline, Readable } from 'node:stream';
import { type OpenPart, type Piece, sizeOf } from './blob-parts.ts';
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
  const needed = piecesFor(parts, range ?? { start: 0, end: sizeOf(parts) - 1 });
  return concatStreams(needed, ({ piece, range }) => readPart(store, piece, range));
}

/** The ranges of pieces that make up a range of the whole, in order. */
export function piecesFor<P extends Piece>(pieces: readonly P[], { start, end }: ByteRange) {
  return pieces
    .filter(({ startsAt, size }) => startsAt <= end && startsAt + size > start)
    .map((piece) => {
      const { startsAt, size } = piece;
      return {
        piece,
        range: { start: Math.max(start - startsAt, 0), end: Math.min(end - startsAt, size - 1) },
      };
    });
}

/**
 * Concatenates streams. The next one is opened while one is read, so that a remote store causes no pause. All are
 * closed when the reader leaves. The first is opened before this resolves, so that its errors are known before the
 * response begins.
 */
export async function concatStreams<T>(
  parts: readonly T[],
  open: (part: T) => Promise<Readable>,
): Promise<Readable> {
  const [first, ...rest] = parts;
  if (first === undefined) return Readable.from([], { objectMode: false });
  const opened = await open(first);
  async function* all() {
    let current: Promise<Readable> | undefined = Promise.resolve(opened);
    let next: Promise<Readable> | undefined;
    try {
      for (let at = 0; current !== undefined; at++) {
        const part = rest[at];
        next = part === undefined ? undefined : open(part);
        // The error is handled when its turn comes.
        next?.catch(() => undefined);
        yield* await current;
        current = next;
      }
    } finally {
      // Unread if the reader left, or a part before it failed.
      void next?.then(
        (stream) => stream.destroy(),
        () => undefined,
      );
    }
  }
  const whole = Readable.from(all(), { objectMode: false });
  // For a reader that leaves before the first byte: a generator that never started has no `finally`.
  whole.once('close', () => opened.destroy());
  return whole;
}
