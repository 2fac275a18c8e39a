import { createHash } from 'node:crypto';
import { countRows } from '#server/database/copy/snapshot.ts';
import { type Database, lostConnection, openDatabase } from '#server/database/database.ts';
import { readDocument, UnreadableError } from '#server/operate/read-document.ts';
import { DOCUMENTS_CHECK } from '#server/operate/verify/check-documents.ts';
import { verifyPortal } from '#server/operate/verify/verify-portal.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { BlobMissingError, type BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { RESERVE_BYTES } from '#server/storage/blobs/stores/file-store.ts';
import { BackupError, FileMissingError } from '../backup-error.ts';
import {
  type CopiedDocument,
  DOCUMENTS_FOLDER,
  documentLines,
  type Manifest,
  readDocuments,
  readManifest,
} from '../manifest.ts';
import type { BackupPlace } from '../place/place.ts';
import type { SealedPlace } from '../place/sealed-place.ts';
import { type RestoreDatabaseOptions, restoreDatabase } from '../restore/restore-database.ts';
import { createScratchFolder } from '../restore/scratch.ts';

/** `dataDir`: where to create the folder of the temporary database. */
interface Options extends Omit<RestoreDatabaseOptions, 'follow' | 'until' | 'reserve'> {
  /** Opens seals of the backup's encryption key. */
  sealer: Sealer;
  /** Selects the documents to compare by hash, others by size. Without it, every document is decrypted and compared. */
  compares?: ((document: CopiedDocument) => boolean) | undefined;
  /** Awaited after each chunk, to limit the reading speed. */
  pace?: ((bytes: number) => Promise<void>) | undefined;
  /**
   * Called with one sentence that names document and client. Contains personal data: never log it. Documents that are only
   * compared are counted without a sentence.
   */
  onProblem(problem: string): void;
}

/** Restores into a temporary database, reads and opens all, and compares the documents. Throws `BackupError`. */
export async function verifyBackup(options: Options) {
  const { sealed, manifest, sealer, compares, pace, log, signal, onProblem } = options;
  const scratch = await createScratchFolder(options.dataDir);
  const lostIds = manifest.documents.missing;
  const report = {
    documents: 0,
    /** The number of documents that were decrypted. */
    read: 0,
    rows: 0,
    problems: 0,
    /** Ids of the documents among these whose copies are missing, changed, or can't be read. */
    broken: [] as string[],
    /** Documents that the store didn't have or couldn't read when the backup was made: no problems of the backup. */
    lost: lostIds.length,
  };
  const addProblem = (problem: string) => {
    report.problems += 1;
    onProblem(problem);
  };
  try {
    const postgres = await restoreDatabase({
      ...options,
      dataDir: scratch.folder,
      follow: false,
      // The portal's database is on the same disk, and stops without space.
      reserve: RESERVE_BYTES,
    });
    const database = openDatabase({ url: postgres.url, poolSize: 2, onIdleError: lostConnection(log) });
    try {
      const counts = await countRows(postgres.url);
      report.rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
      for (const problem of differences(manifest, counts)) addProblem(problem);
      const documents = await readListedDocuments(sealed, manifest);
      report.documents = documents.size;
      const lost = await withWholes(database, lostIds);
      // The documents come last, after all cheaper checks.
      let isAtDocuments = false;
      const { documents: read } = await verifyPortal({
        database,
        store: documentsAt(sealed.place, documents),
        sealer,
        onFinding: ({ check, kind, key, path, what, client }) => {
          const whose = client === undefined ? '' : ` of ${client.email || client.name}`;
          const sentence = `${path ?? key}${whose}: ${what}`;
          if (check !== DOCUMENTS_CHECK) return addProblem(sentence);
          if (kind === 'missing' && lost.has(key)) return onProblem(sentence);
          report.broken.push(key);
          addProblem(sentence);
        },
        onProgress: (_report, { check }) => {
          isAtDocuments = check === DOCUMENTS_CHECK;
        },
        shouldPause: () => isAtDocuments && compares !== undefined,
        pace,
        signal,
      });
      report.read = read;
      if (compares === undefined) return report;
      const broken = await brokenCopies(options, documents, compares);
      report.broken.push(...broken);
      const { rows } = await database.query<{ id: string }>(
        'select id from storage.blobs where wrapped_key is not null',
      );
      const unlisted = rows.map(({ id }) => id).filter((id) => !documents.has(id) && !lost.has(id));
      report.problems += await countDocuments(database, [...broken, ...unlisted]);
    } finally {
      await database.close();
      await postgres.stop();
    }
  } finally {
    await scratch.remove();
  }
  return report;
}

/** The documents of one backup as a read-only store. */
function documentsAt(
  place: BackupPlace,
  documents: Map<string, CopiedDocument>,
): Pick<BlobStore, 'get' | 'list' | 'probe'> {
  return {
    // Documents are always read completely, so the range is ignored.
    get: async (id) => {
      const { bytes } = await place.get(DOCUMENTS_FOLDER + id).catch((error: unknown) => {
        throw error instanceof FileMissingError ? new BlobMissingError(id) : error;
      });
      return bytes;
    },
    async *list() {
      for (const { id, size } of documents.values()) yield { id, bytes: size };
    },
    probe: async () => undefined,
  };
}

/** Row counts of a snapshot must be equal; those of a cluster were taken while rows changed. */
function differences({ kind, rows }: Manifest, counts: Record<string, number>): string[] {
  return Object.entries(rows).flatMap(([table, count]) => {
    const here = counts[table];
    if (here === undefined) return [`The table ${table} is missing.`];
    if (kind === 'cluster' || here === count) return [];
    return [`The table ${table} has ${here} rows; there were ${count}.`];
  });
}

async function readListedDocuments(
  sealed: SealedPlace,
  manifest: Manifest,
): Promise<Map<string, CopiedDocument>> {
  const documents = await readDocuments(sealed, manifest.name);
  const hash = createHash('sha256');
  for await (const lines of documentLines(documents.values())) hash.update(lines);
  if (hash.digest('hex') !== manifest.documents.sha256) {
    throw new BackupError(
      `The backup ${manifest.name} is damaged: its list of documents is that of another backup.`,
    );
  }
  return documents;
}

/** The ids of the documents whose copies are missing, have another size or, if they are compared, another hash. */
async function brokenCopies(
  { sealed, manifest, pace, signal }: Options,
  documents: Map<string, CopiedDocument>,
  compares: (document: CopiedDocument) => boolean,
): Promise<string[]> {
  const { place } = sealed;
  const probe = () => readManifest(sealed, manifest.name);
  const isIntact = async ({ id, sha256 }: CopiedDocument): Promise<boolean> => {
    const open = async () => (await place.get(DOCUMENTS_FOLDER + id)).bytes;
    try {
      const read = await readDocument({ open, probe }, async (bytes) => {
        for await (const chunk of bytes as AsyncIterable<Buffer>) await pace?.(chunk.length);
      });
      return read.sha256 === sha256;
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      return false;
    }
  };
  const sizes = new Map<string, number>();
  for await (const { name, size } of place.list(DOCUMENTS_FOLDER))
    sizes.set(name.slice(DOCUMENTS_FOLDER.length), size);
  const broken: string[] = [];
  for (const document of documents.values()) {
    signal?.throwIfAborted();
    const isThere = sizes.get(document.id) === document.size;
    if (!isThere || (compares(document) && !(await isIntact(document)))) broken.push(document.id);
  }
  return broken;
}

/** These blobs, and the ones that they are pieces of. */
async function withWholes(database: Database, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await database.query<{ id: string }>(
    'select distinct blob_id as id from storage.blob_pieces where piece_id = any($1)',
    [ids],
  );
  return new Set([...ids, ...rows.map(({ id }) => id)]);
}

/** The number of documents, also in the trash, that have their bytes in these blobs. */
async function countDocuments(database: Database, blobs: readonly string[]): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from unnest($1::uuid[]) as b (id)
     cross join lateral (
       select from storage.objects o
       where o.blob_id = b.id or o.blob_id in (select p.blob_id from storage.blob_pieces p where p.piece_id = b.id)
       union all
       select from public.trashed_documents t where t.blob_id = b.id
     ) n`,
    [blobs],
  );
  return rows[0]?.count ?? 0;
}
