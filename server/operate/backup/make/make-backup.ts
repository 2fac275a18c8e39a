import { createHash } from 'node:crypto';
import { LOCKS } from '#server/database/advisory-locks.ts';
import { openClient } from '#server/database/client.ts';
import { version } from '#server/version.ts';
import { type PackedFile, pack } from '../archive.ts';
import { BackupError } from '../backup-error.ts';
import type { BackupContext } from '../context.ts';
import { copyDocuments, forgetMissingCopies, listCopiedDocuments } from '../documents.ts';
import {
  BACKUPS_FOLDER,
  backupFiles,
  backupNameAt,
  documentLines,
  listBackups,
  type Manifest,
  writeManifest,
} from '../manifest.ts';
import type { SealedPlace } from '../place/sealed-place.ts';
import { manifestsAt, recordEnd, recordProblem, recordStart } from '../records.ts';
import type { OpenSource } from './source.ts';

interface Options {
  /** For a scheduled backup. Checked again under the lock, since another server may have made it. */
  isDue?: () => Promise<boolean>;
  signal?: AbortSignal | undefined;
}

/** Older unfinished uploads can't belong to a server that is shipping now. */
const STALE_UPLOAD_MS = 24 * 60 * 60 * 1000;

/**
 * Makes a backup while the portal runs. It counts as soon as its manifest is durable. An earlier failure leaves the
 * other backups as they are, and files that the next run removes. Undefined if it is no longer due. Throws `BackupError`.
 */
export async function makeBackup(portal: BackupContext, { isDue, signal }: Options) {
  const { url, database, sealed } = portal;
  const lock = await lockBackup(url);
  try {
    if (isDue && !(await isDue())) return undefined;
    const name = backupNameAt(new Date());
    const place = sealed.place.label;
    await recordStart(database, { name, place, scheduled: isDue !== undefined });
    try {
      await sealed.place.claim?.(() => manifestsAt(database, place));
      const made = await write(name, portal, lock, signal);
      const { length: missing } = made.copied.missing;
      await recordEnd(database, place, made, missing > 0 ? missingDocumentsMessage(missing) : undefined);
      return made;
    } catch (error) {
      const problem = error instanceof BackupError ? error.message : 'It failed; the log has the reason.';
      // The database may be what failed.
      await recordProblem(database, { name, place, problem }).catch(() => undefined);
      throw error;
    }
  } finally {
    await lock.end();
  }
}

export function missingDocumentsMessage(count: number): string {
  return count === 1
    ? 'One document is not in the backup because the store doesn’t have it or can’t read it; npm run portal -- verify names it.'
    : `${count} documents are not in the backup because the store doesn’t have them or can’t read them; npm run portal -- verify names them.`;
}

async function write(
  name: string,
  { database, store, sealed, source, timeZone, openChain }: BackupContext,
  lock: Awaited<ReturnType<typeof lockBackup>>,
  signal: AbortSignal | undefined,
) {
  const { place } = sealed;
  const startedAt = new Date();
  // No other backup runs, but a server may be uploading documents and WAL right now.
  await place.removeUnfinished(BACKUPS_FOLDER, startedAt);
  await place.removeUnfinished('', new Date(startedAt.getTime() - STALE_UPLOAD_MS));
  for (const leftover of (await listBackups(sealed)).leftovers) await place.remove(leftover);
  await forgetMissingCopies({ database, place });
  const chain = await openChain?.();

  const copied = { count: 0, bytes: 0, missing: [] as string[] };
  const copy = async () => {
    const more = await copyDocuments({ database, store, place, signal });
    copied.count += more.count;
    copied.bytes += more.bytes;
    copied.missing = more.missing;
  };
  // Copy most documents first: PostgreSQL keeps all WAL while the base backup runs.
  await copy();
  const files: PackedFile[] = [];
  const open = await source.open(name, { beforeEnd: copy, signal });
  let ended: ReturnType<OpenSource['ended']>;
  try {
    await sealed.write(
      backupFiles.archive(name),
      pack(open.entries, (packed) => files.push(packed)),
    );
    ended = open.ended();
  } finally {
    await open.close();
  }
  // Documents that were added until the end of the base backup.
  await copy();
  const documents = await listDocuments(name, database, sealed);
  // Rejects if the connection, and so the lock, was lost: another backup may have started, and blobs may be gone.
  await lock.query('select');
  const { endedAt, ...known } = ended;
  const manifest: Manifest = {
    format: 1,
    name,
    version,
    timeZone,
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
  /** At the place, without the documents. */
  const bytes = (await listBackups(sealed)).bytes.get(name) ?? 0;
  return { manifest, copied, bytes };
}

async function listDocuments(name: string, database: BackupContext['database'], sealed: SealedPlace) {
  const all = await listCopiedDocuments(database, sealed.place);
  const hash = createHash('sha256');
  await sealed.write(
    backupFiles.documents(name),
    (async function* () {
      for await (const lines of documentLines(all)) {
        hash.update(lines);
        // A copy, because the receiver may change the buffer.
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

/** Takes an advisory lock until the connection ends. Undefined if another process has it. */
export async function tryLock(url: string, lock: number) {
  const client = await openClient({ connectionString: url, application_name: 'nutmeg backup lock' });
  let isLocked = false;
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [lock]);
    isLocked = rows[0]?.locked === true;
  } finally {
    if (!isLocked) await client.end();
  }
  return isLocked ? client : undefined;
}

/**
 * Takes two advisory locks, which PostgreSQL releases when this process ends. One allows only one backup at a time. The
 * other keeps sweepers from removing blobs (server/storage/blobs/sweep.ts takes it in shared mode), so that every blob
 * that a row names during the backup still exists when it is copied. Throws `BackupError` if another backup runs.
 */
export async function lockBackup(url: string) {
  const client = await tryLock(url, LOCKS.backup);
  if (client === undefined) {
    throw new BackupError('Another backup of this portal is running; start this one when it has ended.');
  }
  // Waits for a sweeper that is removing blobs right now.
  await client.query('select pg_advisory_lock($1)', [LOCKS.keepBlobs]).catch(async (error: unknown) => {
    await client.end();
    throw error;
  });
  return client;
}
