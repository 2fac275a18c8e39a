import { checkDocument, checkHead, checkName, type Verdict } from '#domain/documents/document-check.ts';
import { HEAD_BYTES, mediaTypeFor, TAIL_BYTES } from '#domain/documents/document-types.ts';
import { isPlaceholder } from '#domain/documents/file-display.ts';
import { DOCUMENTS_BUCKET, lastStepOf } from '#domain/documents/folders.ts';
import { StorageError } from '../errors.ts';

/** A folder mark: empty, whatever is sent with it, since the app never shows it (migration 0008). */
export function isFolderPlaceholder(key: string): boolean {
  return isPlaceholder(lastStepOf(key));
}

/** The first and the last bytes of what streams by. */
export interface FileEnds {
  head: Buffer;
  tail: Buffer;
}

/** Gives the bytes on, and keeps copies of their ends: the buffers themselves are not ours to keep. */
export function captureEnds(onHead: (head: Buffer) => void = () => undefined) {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  const look = (chunk: Buffer) => {
    if (head.length < HEAD_BYTES) {
      head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      if (head.length === HEAD_BYTES) onHead(head);
    }
    tail =
      chunk.length < TAIL_BYTES
        ? Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES)
        : Buffer.from(chunk.subarray(-TAIL_BYTES));
  };
  return {
    async *watch(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
      for await (const chunk of bytes) {
        look(chunk);
        yield chunk;
      }
    },
    seen: (): FileEnds => ({ head, tail }),
  };
}

/** The check of one file on its way into the bucket of documents. Its refusals say to a client what to do. */
export interface ContentCheck {
  /** What the first 8 KiB show; the rest need not be sent in vain. */
  begin(head: Buffer): void;
  /** The last word, when all is known: the media type to store. */
  conclude(size: number, ends: FileEnds): string;
}

interface Destination {
  isPerson: boolean;
  bucketId: string;
  key: string;
}

/** Not so in other buckets, for the office's own programs, and for what stands for a folder. */
function isChecked({ isPerson, bucketId, key }: Destination): boolean {
  return isPerson && bucketId === DOCUMENTS_BUCKET && !isFolderPlaceholder(key);
}

/** The check for a file that is looked at. What the name and the size already say is refused at once. */
export function contentCheckFor(destination: Destination, size?: number): ContentCheck | undefined {
  if (!isChecked(destination)) return undefined;
  const name = lastStepOf(destination.key);
  demand(checkName(name, size));
  return {
    begin: (head) => demand(checkHead(name, head)),
    conclude(all, ends) {
      demand(checkDocument({ name, size: all, ...ends }));
      return mediaTypeFor(name, ends);
    },
  };
}

/** A document gets no name by which a system would start it; one that it had before it may keep. */
export function checkRename(destination: Destination, from: string): void {
  const name = lastStepOf(destination.key);
  const verdict = isChecked(destination) ? checkName(name) : undefined;
  if (verdict && checkName(lastStepOf(from)).accepted) demand(verdict);
}

function demand(verdict: Verdict): void {
  if (!verdict.accepted) throw new StorageError('InvalidMimeType', { message: verdict.problem });
}
