import { createHash } from 'node:crypto';
import { countRows } from '#server/database/copy/snapshot.ts';
import { type Database, lostConnection, openDatabase } from '#server/database/database.ts';
import type { Log } from '#server/database/embedded/supervision.ts';
import { readDocument, UnreadableError } from '#server/operate/read-document.ts';
import type { Finding } from '#server/operate/verify/finding.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { RESERVE_BYTES } from '#server/storage/blobs/stores/file-store.ts';
import { BackupError } from '../backup-error.ts';
import {
  type CopiedDocument,
  DOCUMENTS_FOLDER,
  documentLines,
  type Manifest,
  readDocuments,
  readManifest,
} from '../manifest.ts';
import type { SealedPlace } from '../place/sealed-place.ts';
import { restoreDatabase } from '../restore/restore-database.ts';
import { createScratchFolder } from '../restore/scratch.ts';
import { checkContent, DOCUMENTS_CHECK } from './check-content.ts';

interface Options {
  sealed: SealedPlace;
  manifest: Manifest;
  /** Where to create the folder of the temporary database. */
  dataDir: string;
  /** Opens seals of the backup's encryption key. */
  sealer: Sealer;
  /** Selects the documents to compare by hash, others by size. Without it, every document is decrypted and compared. */
  compares?: ((document: CopiedDocument) => boolean) | undefined;
  /** Awaited after each chunk, to limit the reading speed. */
  pace?: ((bytes: number) => Promise<void>) | undefined;
  /** Called with one sentence that names document and client. Contains personal data: never log it. */
  onProblem(problem: string): void;
  log: Log;
  signal?: AbortSignal | undefined;
}

export interface BackupReport {
  documents: number;
  /** The number of documents whose bytes were read, and those bytes. */
  read: number;
  bytes: number;
  rows: number;
  problems: number;
  /** Ids of the documents among these whose copies are missing, changed, or can't be read. */
  broken: string[];
  /** Documents that the store didn't have or couldn't read when the backup was made. They are not problems of the backup. */
  lost: number;
}

/** Restores into a temporary database, reads and opens all, and compares the documents. Throws `BackupError`. */
export async function verifyBackup(options: Options): Promise<BackupReport> {
  const { sealed, manifest, log, signal, onProblem } = options;
  const scratch = await createScratchFolder(options.dataDir);
  const report: BackupReport = {
    documents: 0,
    read: 0,
    bytes: 0,
    rows: 0,
    problems: 0,
    broken: [],
    lost: manifest.documents.missing.length,
  };
  const addProblem = (problem: string) => {
    report.problems += 1;
    onProblem(problem);
  };
  try {
    const postgres = await restoreDatabase({
      sealed,
      manifest,
      dataDir: scratch.folder,
      follow: false,
      // The portal's database is on the same disk, and stops without space.
      reserve: RESERVE_BYTES,
      log,
      signal,
    });
    const database = openDatabase({
      url: postgres.url,
      poolSize: 2,
      onIdleError: lostConnection(log),
    });
    try {
      const counts = await countRows(postgres.url);
      report.rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
      for (const problem of differences(manifest, counts)) addProblem(problem);
      const documents = await readListedDocuments(sealed, manifest);
      report.documents = documents.size;
      const { sealer, compares, pace } = options;
      const decrypts = compares === undefined;
      const parts = { database, place: sealed.place, documents, sealer, decrypts, pace, signal };
      const lost = await withWholes(database, manifest.documents.missing);
      const onFinding = ({ check, kind, key }: Finding, sentence: string) => {
        const isLost = check === DOCUMENTS_CHECK && kind === 'missing' && lost.has(key);
        if (isLost) return onProblem(sentence);
        if (check === DOCUMENTS_CHECK) report.broken.push(key);
        addProblem(sentence);
      };
      const decrypted = await checkContent({ ...parts, onFinding });
      if (compares === undefined) return { ...report, ...decrypted };
      const broken = await brokenDocuments(documents, { ...options, compares }, report);
      report.broken.push(...broken.keys());
      for (const problem of await describe(database, broken)) addProblem(problem);
      for (const problem of await unlisted(database, documents, lost)) addProblem(problem);
    } finally {
      await database.close();
      await postgres.stop();
    }
  } finally {
    await scratch.remove();
  }
  return report;
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

/** The problem of each broken document, by id. */
async function brokenDocuments(
  documents: Map<string, CopiedDocument>,
  { sealed, manifest, compares, pace, signal }: Options & Required<Pick<Options, 'compares'>>,
  report: BackupReport,
): Promise<Map<string, string>> {
  const { place } = sealed;
  const probe = () => readManifest(sealed, manifest.name);
  const problemOf = async ({ id, sha256 }: CopiedDocument): Promise<string | undefined> => {
    const open = async () => (await place.get(DOCUMENTS_FOLDER + id)).bytes;
    try {
      const read = await readDocument({ open, probe }, async (bytes) => {
        for await (const chunk of bytes as AsyncIterable<Buffer>) await pace?.(chunk.length);
      });
      return read.sha256 === sha256 ? undefined : 'its copy was changed';
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      return "its copy can't be read";
    }
  };
  const sizes = new Map<string, number>();
  for await (const { name, size } of place.list(DOCUMENTS_FOLDER))
    sizes.set(name.slice(DOCUMENTS_FOLDER.length), size);
  const broken = new Map<string, string>();
  for (const document of documents.values()) {
    signal?.throwIfAborted();
    const size = sizes.get(document.id);
    if (size === undefined) {
      broken.set(document.id, 'it is missing from the backup');
    } else if (size !== document.size) {
      broken.set(document.id, `its copy has ${size} bytes; ${document.size} were copied`);
    } else if (compares?.(document)) {
      report.read += 1;
      report.bytes += size;
      const problem = await problemOf(document);
      if (problem !== undefined) broken.set(document.id, problem);
    }
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

/** Describes each problem with the document's path and client. Skips documents without a row. */
async function describe(database: Database, broken: Map<string, string>): Promise<string[]> {
  if (broken.size === 0) return [];
  const { rows } = await database.query<{ id: string; path: string; email: string | null }>(
    `select b.id, n.path, u.email
     from unnest($1::uuid[]) as b (id)
     cross join lateral (
       select o.name as path, public.document_owner(o.name) as owner from storage.objects o
       where o.blob_id = b.id or o.blob_id in (select p.blob_id from storage.blob_pieces p where p.piece_id = b.id)
       union all
       select t.path || ' (in the trash)', t.owner_id from public.trashed_documents t where t.blob_id = b.id
     ) n
     left join auth.users u on u.id = n.owner
     order by u.email, n.path`,
    [[...broken.keys()]],
  );
  return rows.map(({ id, path, email }) => {
    const whose = email === null ? '' : ` of ${email}`;
    return `${path}${whose}: ${broken.get(id)}.`;
  });
}

/** Describes documents that the restored database names but the backup does not list. */
async function unlisted(
  database: Database,
  documents: Map<string, CopiedDocument>,
  lost: ReadonlySet<string>,
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    'select id from storage.blobs where wrapped_key is not null',
  );
  const left = rows.filter(({ id }) => !documents.has(id) && !lost.has(id));
  return describe(database, new Map(left.map(({ id }) => [id, 'the backup does not have it'])));
}
