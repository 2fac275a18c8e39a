import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A zip in the making. Entries are stored as they are: papers are compressed already. */
export interface Zip {
  /** The archive's own bytes; nothing is made faster than they are read. */
  readonly bytes: Readable;
  folder(name: string, at: Date): Promise<void>;
  /** Resolves when the last byte has gone in; rejects when the stream or the archive was destroyed. */
  file(name: string, at: Date, bytes: Readable): Promise<void>;
  text(name: string, at: Date, text: string): void;
  end(): void;
}

export function createZip(): Zip {
  const zip = new ZipFile();
  const bytes = zip.outputStream;
  if (!(bytes instanceof PassThrough)) throw new Error('the zip library has changed its output');
  zip.on('error', (error) => bytes.destroy(error));
  return {
    bytes,
    folder: async (name, mtime) => {
      zip.addEmptyDirectory(name, { mtime });
      if (bytes.writableNeedDrain) await once(bytes, 'drain');
    },
    file: async (name, mtime, content) => {
      // The library keeps what it is given until the end of the archive: so a way to the stream, which is then cut.
      let handed: Readable | undefined = content;
      const read = finished(content);
      zip.addReadStreamLazy(name, { mtime, compress: false }, (take) => {
        if (handed) take(null, handed);
        handed = undefined;
      });
      await read;
    },
    text: (name, mtime, text) => zip.addBuffer(Buffer.from(text), name, { mtime, compress: false }),
    end: () => zip.end(),
  };
}
