import { Readable } from 'node:stream';
import type { MessageDescriptor } from '@lingui/core';
import type { FastifyBaseLogger } from 'fastify';
import { createEntryNames, notIncluded } from '#domain/documents/archive-names.ts';
import type { Content } from '#domain/documents/document-types.ts';
import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import { servedType } from '#domain/documents/served-types.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { Caller, Database } from '#server/database/database.ts';
import type { Selection } from './selection.ts';
import { createZip, type Zip } from './zip.ts';

/** Why a file is not in an archive, or not whole. */
type Problem = 'gone' | 'unreadable' | 'damaged';

/** The dependencies of packing. */
export interface PackingDeps {
  database: Database;
  /** An object's plaintext, with its first segment verified. A broken later segment ends the stream with an error. */
  openObject(object: StoredObject): Promise<{ content: Content; bytes: Readable }>;
  log: FastifyBaseLogger;
  /** The office's: entries have its local time. */
  timeZone: string;
  /** For the person who asked for the archive. */
  t: Translate;
}

/** The contents of an archive, and the person who gets it. */
interface Order extends Selection {
  /** Each file is looked up as this caller. */
  caller: Caller;
  /** The downloads are recorded under this person's name. */
  userId: string;
}

/** How many files are looked up and recorded at a time. */
const PORTION = 50;

/** The columns of an object that determine which bytes it references. */
export interface StoredObject {
  bucket_id: string;
  name: string;
  version: string;
  blob_id: string;
}

interface Seen extends StoredObject {
  id: string;
  created_at: Date;
  claimed: string | null;
}

/** The archive, made while it is read. An error aborts the stream, so that a partial zip never looks complete. */
export function sendArchive(order: Order, sources: PackingDeps): ReadableStream<Uint8Array> {
  const zip = createZip(sources.timeZone);
  const stop = new AbortController();
  const abort = (reason: Error) => {
    stop.abort(reason);
    zip.destroy(reason);
  };
  const packed = pack(order, zip, sources, stop.signal).catch((error: unknown) => {
    abort(error instanceof Error ? error : new Error('packing failed', { cause: error }));
    throw error;
  });
  packed.catch(() => undefined);
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const piece = await zip.next();
        if (piece !== undefined) return controller.enqueue(piece);
        await packed;
        controller.close();
      },
      cancel: () => abort(new Error('the reader has left')),
    },
    // Produces only what is read.
    { highWaterMark: 0 },
  );
}

/**
 * Adds all files of an order to a zip. Each is looked up as the caller when its turn comes, with the rights at that time.
 * Missing and unreadable files are left out and listed in the last entry. A file that breaks in the middle ends there, so
 * that the rest of the archive can still be opened.
 */
async function pack(order: Order, zip: Zip, sources: PackingDeps, signal: AbortSignal): Promise<void> {
  const names = createEntryNames();
  const within = (path: string) => (order.folder === '' ? path : path.slice(order.folder.length + 1));
  const now = new Date();
  const problems = new Map(order.missing.map((path): [string, Problem] => [path, 'gone']));
  const unnamed = order.missingCount - problems.size;
  for (const path of order.folders) await zip.folder(names.folder(within(path)), now);

  for (let from = 0; from < order.files.length; from += PORTION) {
    const portion = order.files.slice(from, from + PORTION);
    const seen = await lookUp(order, sources.database, portion);
    // Before the first byte is sent.
    await record(order, sources.database, [...seen.keys()]);
    const open = async (file: (typeof portion)[number] | undefined) => {
      const object = file && seen.get(file.id);
      return object && openFile(object, sources, signal);
    };
    let next = open(portion[0]);
    try {
      for (const [i, file] of portion.entries()) {
        const opened = await next;
        // Open the next file while this one is sent, because a remote store is slow.
        next = open(portion[i + 1]);
        signal.throwIfAborted();
        if (opened instanceof Error || opened === undefined) {
          problems.set(file.path, opened ? 'unreadable' : 'gone');
        } else {
          const bytes = wholeOrBroken(opened.bytes, signal, (err) => {
            sources.log.error({ err }, 'a stored file breaks in the middle; an archive has its beginning');
            problems.set(file.path, 'damaged');
          });
          await zip.file(names.file(within(file.path), opened.type), opened.at, bytes);
        }
      }
    } finally {
      void next.then((left) => left && 'bytes' in left && left.bytes.destroy());
    }
  }
  if (problems.size > 0) {
    const told = new Map([...problems].map(([path, problem]) => [within(path), problem]));
    const { t } = sources;
    zip.text(names.file(t(notIncluded)), now, notIncludedText(told, unnamed, t));
  }
  zip.end();
}

async function lookUp({ caller }: Order, database: Database, files: readonly { id: string }[]) {
  const { rows } = await database.runAs<Seen>(
    caller,
    {
      prepared: true,
      text: `
        select id, bucket_id, name, version, blob_id, created_at, metadata ->> 'mimetype' as claimed
        from storage.objects where bucket_id = '${DOCUMENTS_BUCKET}' and id = any($1::uuid[])`,
      values: [files.map(({ id }) => id)],
    },
    { readOnly: true },
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Records and counts the downloads. */
async function record({ userId }: Order, database: Database, ids: readonly string[]): Promise<void> {
  await database.query(
    `select nutmeg.record_document_access($1::uuid[], 'downloaded', $2::uuid, 'archive')`,
    [ids, userId],
  );
}

/** Never rejects, because another file may be awaited when it fails. */
async function openFile(object: Seen, { openObject, log }: PackingDeps, signal: AbortSignal) {
  try {
    const { content, bytes } = await openObject(object);
    // Errors before its turn are unhandled otherwise. They are thrown again when it is read.
    bytes.on('error', () => undefined);
    if (signal.aborted) bytes.destroy();
    return { at: object.created_at, type: servedType(content, object.claimed ?? ''), bytes };
  } catch (err) {
    if (!signal.aborted) log.error({ err }, 'a stored file could not be opened; an archive goes without it');
    return err instanceof Error ? err : new Error('a stored file could not be opened', { cause: err });
  }
}

/** The bytes up to where they break. */
function wholeOrBroken(bytes: Readable, signal: AbortSignal, broken: (error: unknown) => void): Readable {
  async function* provenBytes() {
    try {
      yield* bytes;
    } catch (error) {
      signal.throwIfAborted();
      broken(error);
    }
  }
  const proven = Readable.from(provenBytes(), { objectMode: false });
  // When an archive is aborted, no one reads on, so both ends are closed.
  const leave = () => {
    bytes.destroy(signal.reason);
    proven.destroy(signal.reason);
  };
  signal.addEventListener('abort', leave, { once: true });
  proven.once('close', () => signal.removeEventListener('abort', leave));
  return proven;
}

const HEADINGS: Record<Problem, MessageDescriptor> = {
  gone: msg`Not included, because they were moved or deleted in the meantime:`,
  unreadable: msg`Not included, because they couldn’t be read:`,
  damaged: msg`Only partly included, because the rest couldn’t be read. Please don’t rely on these copies:`,
};

/** The last entry of an archive with missing files. CRLF line ends, for every editor. */
function notIncludedText(problems: ReadonlyMap<string, Problem>, unnamed: number, t: Translate): string {
  const lists = Object.entries(HEADINGS).flatMap(([problem, heading]) => {
    const paths = [...problems].filter(([, one]) => one === problem).map(([path]) => `  - ${path}`);
    if (problem === 'gone' && unnamed > 0) paths.push(`  - ${t(msg`and ${{ count: unnamed }} more`)}`);
    return paths.length === 0 ? [] : ['', t(heading), ...paths];
  });
  return [
    t(msg`Some of the files you asked for are missing from this zip file.`),
    ...lists,
    '',
    t(msg`Everything else is complete. Please try again later, or ask us for the missing files.`),
    '',
  ].join('\r\n');
}
