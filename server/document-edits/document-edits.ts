import { splitName } from '#domain/documents/file-names.ts';
import { freeName, type PageRange, partNames } from '#domain/documents/page-ranges.ts';
import { type Caller, type Database, isPostgresError } from '#server/database/database.ts';
import { TokenError, TooManyRequestsError } from '#server/http/errors.ts';
import { createQuota } from '#server/http/load/quota.ts';
import { createSemaphore } from '#server/http/load/semaphore.ts';
import type { Blob, Blobs } from '#server/storage/blobs/blobs.ts';
import { type Committed, commitReplacement, commitRotation } from './commit.ts';
import { DocumentEditError } from './errors.ts';
import { findSources, readSource, type Seen, type SourceDocument } from './sources.ts';
import { picturePage, rotatedPicture } from './work/prepare-picture.ts';
import { runTask, type Source, type Turns } from './work/run-task.ts';

/** Each act holds up to 40 MB of documents and a worker with up to 384 MB. */
const AT_ONCE = 2;
const MAX_WAITING = 6;
/** Including those that wait. */
const PER_PERSON = 2;
const RETRY_SECONDS = 2;

const PDF = 'application/pdf';

/**
 * Rotates, splits, and joins the documents of a client, for staff. Each act is one transaction, after the new bytes are
 * durable: until then, and if anything fails, the documents are as they were. Throws `DocumentEditError` and
 * `TooManyRequestsError`.
 */
export function createDocumentEdits({ database, blobs }: { database: Database; blobs: Blobs }) {
  const semaphore = createSemaphore(AT_ONCE, MAX_WAITING, RETRY_SECONDS);
  const acts = createQuota({
    total: Number.POSITIVE_INFINITY,
    network: Number.POSITIVE_INFINITY,
    person: PER_PERSON,
  });

  async function act<T>(
    caller: Caller,
    seen: readonly Seen[],
    work: (sources: SourceDocument[]) => Promise<T>,
  ) {
    const { role, claims } = caller;
    if (role !== 'authenticated' || claims.sub === undefined) throw new TokenError('malformed');
    const permit = acts.take({ network: '', person: claims.sub }, 1);
    if (!permit) throw new TooManyRequestsError(RETRY_SECONDS);
    return semaphore
      .take(async () => work(await findSources(database, caller, seen)))
      .finally(permit.release);
  }

  /** Stores the files, then commits. If that fails, they are discarded. */
  async function storing<T>(
    files: readonly Uint8Array[],
    commit: (stored: Blob[]) => Promise<T>,
  ): Promise<T> {
    const stored: Blob[] = [];
    try {
      for (const bytes of files) stored.push(await blobs.receive(chunksOf(bytes)));
      return await commit(stored);
    } catch (error) {
      await Promise.all(stored.map(({ id }) => blobs.discard(id)));
      throw error;
    }
  }

  async function namesIn(
    caller: Caller,
    { ownerId, folder }: SourceDocument,
    except: readonly SourceDocument[],
  ) {
    const { rows } = await database.runAs<{ name: string }>(caller, {
      prepared: true,
      text: `select file_name as name from public.file_uploads
        where user_id = $1 and parent_folder is not distinct from $2 and id <> all($3::uuid[])`,
      values: [ownerId, folder === '' ? null : folder, except.map(({ id }) => id)],
    });
    return rows;
  }

  /** Puts the files in the place of the sources, under names that are free. */
  async function replace(
    caller: Caller,
    kind: 'split' | 'join',
    sources: readonly SourceDocument[],
    files: readonly Uint8Array[],
    names: (taken: { name: string }[]) => string[],
  ): Promise<Committed> {
    const [first] = sources;
    if (first === undefined) throw new DocumentEditError('not_found');
    return storing(files, async (stored) => {
      for (let attempt = 1; ; attempt++) {
        const free = names(await namesIn(caller, first, sources));
        const named = stored.map((blob, i) => ({ blob, mimetype: PDF, name: free[i] ?? '' }));
        try {
          return await commitReplacement({ database, blobs }, caller, kind, sources, named);
        } catch (error) {
          // Someone has just taken a name.
          if (!isPostgresError(error) || error.code !== '23505' || attempt === ATTEMPTS) throw error;
        }
      }
    });
  }

  return {
    rotate: (caller: Caller, seen: Seen, turns: Turns): Promise<Committed> =>
      act(caller, [seen], async ([source]) => {
        if (!source) throw new DocumentEditError('not_found');
        const { kind, bytes } = await readSource(blobs, source);
        const [file] =
          kind === 'pdf'
            ? await runTask({ act: 'rotate', pdf: bytes, turns })
            : [await rotatedPicture(bytes, kind, turns)];
        const mimetype = kind === 'pdf' ? PDF : `image/${kind}`;
        return storing(file ? [file] : [], ([blob]) => {
          if (!blob) throw new Error('nothing came of a rotation');
          return commitRotation({ database, blobs }, caller, source, { blob, mimetype });
        });
      }),

    split: (caller: Caller, seen: Seen, parts: readonly PageRange[]): Promise<Committed> =>
      act(caller, [seen], async ([source]) => {
        if (!source) throw new DocumentEditError('not_found');
        const { kind, bytes } = await readSource(blobs, source);
        if (kind !== 'pdf') throw new DocumentEditError('wrong_type');
        const files = await runTask({ act: 'split', pdf: bytes, parts });
        return replace(caller, 'split', [source], files, (taken) =>
          partNames(pdfName(source.fileName), parts, taken),
        );
      }),

    /** In this order, into the folder of the first one. */
    join: (caller: Caller, seen: readonly Seen[], name: string): Promise<Committed> =>
      act(caller, seen, async (sources) => {
        const read: Source[] = [];
        for (const source of sources) {
          const { kind, bytes } = await readSource(blobs, source);
          read.push(kind === 'pdf' ? { pdf: bytes } : { picture: await picturePage(bytes) });
        }
        const files = await runTask({ act: 'join', sources: read });
        return replace(caller, 'join', sources, files, (taken) => [freeName(pdfName(name), taken)]);
      }),
  };
}

const ATTEMPTS = 3;

function pdfName(name: string): string {
  const { base, extension } = splitName(name);
  if (extension.toLowerCase() === '.pdf') return name;
  return `${/^\.(jpe?g|png)$/i.test(extension) ? base : name}.pdf`;
}

const CHUNK_BYTES = 256 * 1024;

/** Copies, since the store takes the buffers. */
async function* chunksOf(bytes: Uint8Array): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    yield Buffer.from(bytes.subarray(at, at + CHUNK_BYTES));
}
