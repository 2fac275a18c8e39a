import { once } from 'node:events';
import { PassThrough, type Readable, finished as whenOver } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { zonedClock } from '#domain/office-time/zoned.ts';

/** @param timeZone A zip has local times without a zone: those of the office. */
export function createZip(timeZone: string) {
  const { wallTime } = zonedClock(timeZone);
  const timed = (at: Date) => {
    const { day, hour, minute } = wallTime(at.getTime());
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
    // The library takes the parts of this machine's local time.
    return { mtime: new Date(year, month - 1, date, hour, minute), forceDosTimestamp: true };
  };
  const zip = new ZipFile();
  const bytes = zip.outputStream;
  if (!(bytes instanceof PassThrough)) throw new Error('the zip library has changed its output');
  zip.on('error', (error) => bytes.destroy(error));
  return {
    /** The archive's next bytes. Undefined at its end. Produces data only on demand. Rejects if it was destroyed. */
    next: pieceByPiece(bytes),
    destroy: (reason: Error): void => void bytes.destroy(reason),
    folder: async (name: string, at: Date): Promise<void> => {
      zip.addEmptyDirectory(name, timed(at));
      if (bytes.writableNeedDrain) await once(bytes, 'drain');
    },
    /** Resolves when all bytes were added. Rejects if the stream or the archive was destroyed. */
    file: async (name: string, at: Date, content: Readable): Promise<void> => {
      // The library keeps a reference until the end of the archive, so it gets a wrapper that can release the
      // stream.
      let handed: Readable | undefined = content;
      const read = finished(content);
      zip.addReadStreamLazy(name, { ...timed(at), compress: false }, (take) => {
        if (handed) take(null, handed);
        handed = undefined;
      });
      await read;
    },
    text: (name: string, at: Date, text: string): void =>
      zip.addBuffer(Buffer.from(text), name, { ...timed(at), compress: false }),
    end: (): void => zip.end(),
  };
}

/** A zip under construction. Entries are stored uncompressed, because documents are usually compressed already. */
export type Zip = ReturnType<typeof createZip>;

/** Yields each chunk unchanged. The stream's iterator would concatenate waiting chunks, which copies them. */
function pieceByPiece(stream: Readable): () => Promise<Buffer | undefined> {
  let asked = Promise.withResolvers<Buffer | undefined>();
  let over: { error?: Error | null | undefined } | undefined;
  const settle = () => (over?.error ? asked.reject(over.error) : asked.resolve(undefined));
  stream.on('data', (piece: Buffer) => {
    stream.pause();
    asked.resolve(piece);
  });
  whenOver(stream, (error) => {
    over = { error };
    settle();
  });
  // It may fail while no read is waiting; the next read gets the error.
  asked.promise.catch(() => undefined);
  stream.pause();
  return () => {
    asked = Promise.withResolvers();
    if (over) settle();
    else stream.resume();
    return asked.promise;
  };
}
