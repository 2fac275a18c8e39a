import { Readable } from 'node:stream';
import type { ByteRange } from './segments.ts';

/** A stored part of a whole: its blob, offset, and length. */
export interface Piece {
  id: string;
  startsAt: number;
  size: number;
}

/** The part of a piece that a range of the whole needs. */
export interface PieceRange {
  id: string;
  range: ByteRange;
}

/** The ranges of pieces that make up a range of the whole, in order. */
export function piecesFor(pieces: readonly Piece[], { start, end }: ByteRange): PieceRange[] {
  return pieces
    .filter(({ startsAt, size }) => startsAt <= end && startsAt + size > start)
    .map(({ id, startsAt, size }) => ({
      id,
      range: { start: Math.max(start - startsAt, 0), end: Math.min(end - startsAt, size - 1) },
    }));
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
