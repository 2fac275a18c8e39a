import { createHash } from 'node:crypto';
import type { Database } from '#server/database/database.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { type Packed, pack } from '../archive.ts';
import { BackupError } from '../backup-error.ts';
import {
  backupName,
  documentLines,
  fileOf,
  findBackups,
  type Manifest,
  ROOT,
  writeManifest,
} from '../manifest.ts';
import type { SealedPlace } from '../place/sealed-place.ts';
import { recordEnd, recordProblem, recordStart } from '../records.ts';
import { type Copied, copiedDocuments, copyDocuments, forgetLost } from './documents.ts';
import { lockBackup } from './locks.ts';
import type { OpenSource, Source } from './source.ts';

interface Parts {
  /** The database as its owner. */
  url: string;
  database: Database;
  source: Source;
  store: Pick<BlobStore, 'get'>;
  sealed: SealedPlace;
  /** The program's version. */
  version: string;
  /** Of the schedule; asked under the lock whether it is still due, since another server may have been quicker. */
  scheduled?: { isDue(): Promise<boolean> } | undefined;
  /** The chain of WAL that is shipped to this place. Called when the backup is alone, before it reads anything. */
  openChain?: (() => Promise<string>) | undefined;
  signal?: AbortSignal | undefined;
}

export interface MadeBackup {
  manifest: Manifest;
  copied: Copied;
  /** What it takes at the place, without the documents. */
  bytes: number;
}

/** An upload that stopped this long ago can't belong to a server that is shipping now. */
const UNFINISHED_MS = 24 * 60 * 60 * 1000;

/**
 * Makes a backup, while the portal runs. It exists from the moment on that its manifest is durable; whatever fails
 * before leaves the backups that are there as they are, and files that the next run removes. Undefined if it was not
 * due any more. Throws `BackupError`.
 */
export async function makeBackup(parts: Parts): Promise<MadeBackup | undefined> {
  const { url, database, sealed, scheduled } = parts;
  const lock = await lockBackup(url);
  try {
    if (scheduled && !(await scheduled.isDue())) return undefined;
    const name = backupName(new Date());
    const place = sealed.place.label;
    await recordStart(database, { name, place, scheduled: scheduled !== undefined });
    try {
      const made = await write(name, parts, () => lock.verify());
      const { manifest, copied, bytes } = made;
      await recordEnd(database, {
        name,
        place,
        endedAt: new Date(manifest.endedAt),
        bytes,
        documents: manifest.documents.count,
        copied,
      });
      const { length: missing } = copied.missing;
      if (missing > 0) {
        await recordProblem(database, { name, place, problem: missingSentence(missing) });
      }
      return made;
    } catch (error) {
      const problem = error instanceof BackupError ? error.message : 'It failed; the log has the reason.';
      // The database may be what failed.
      await recordProblem(database, { name, place, problem }).catch(() => undefined);
      throw error;
    }
  } finally {
    await lock.release();
  }
}

export function missingSentence(count: number): string {
  return count === 1
    ? 'One document is missing from the store and so from the backup; npm run portal -- verify names it.'
    : `${count} documents are missing from the store and so from the backup; npm run portal -- verify names them.`;
}

async function write(name: string, parts: Parts, verifyLock: () => Promise<void>): Promise<MadeBackup> {
  const { database, store, sealed, source, version, openChain, signal } = parts;
  const { place } = sealed;
  const startedAt = new Date();
  // This is the only backup that runs; but documents and WAL may be on their way right now.
  await place.removeUnfinished(ROOT, startedAt);
  await place.removeUnfinished('', new Date(startedAt.getTime() - UNFINISHED_MS));
  for (const leftover of (await findBackups(sealed)).leftovers) await place.remove(leftover);
  await forgetLost({ database, place });
  const chain = await openChain?.();

  const copied: Copied = { count: 0, bytes: 0, missing: [] };
  const copy = async () => {
    const more = await copyDocuments({ database, store, place, signal });
    copied.count += more.count;
    copied.bytes += more.bytes;
    copied.missing = more.missing;
  };
  // Most of the documents come first: while the base backup runs, PostgreSQL keeps all WAL.
  await copy();
  const files: Packed[] = [];
  const open = await source.open(name, { beforeEnd: copy, signal });
  let ended: ReturnType<OpenSource['ended']>;
  try {
    await sealed.write(
      fileOf.archive(name),
      pack(open.entries, (packed) => files.push(packed)),
    );
    ended = open.ended();
  } finally {
    await open.close();
  }
  // What was named until the very end.
  await copy();
  const documents = await listDocuments(name, parts);
  await verifyLock();
  const { endedAt, ...known } = ended;
  const manifest: Manifest = {
    format: 1,
    name,
    version,
    kind: source.kind,
    postgres: open.postgres,
    fingerprint: sealed.fingerprint,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    ...known,
    ...(chain === undefined ? {} : { chain }),
    files,
    documents: { ...documents, missing: copied.missing },
  };
  signal?.throwIfAborted();
  await writeManifest(sealed, manifest);
  const bytes = (await findBackups(sealed)).bytes.get(name) ?? 0;
  return { manifest, copied, bytes };
}

async function listDocuments(name: string, { database, sealed }: Parts) {
  const all = await copiedDocuments(database, sealed.place);
  const hash = createHash('sha256');
  await sealed.write(
    fileOf.documents(name),
    (async function* () {
      for await (const lines of documentLines(all)) {
        hash.update(lines);
        // The receiver takes the bytes for its own.
        yield Buffer.from(lines);
      }
    })(),
  );
  return {
    count: all.length,
    bytes: all.reduce((sum, { size }) => sum + size, 0),
    sha256: hash.digest('hex'),
  };
}
