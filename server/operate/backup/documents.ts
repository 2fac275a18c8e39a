import type { Readable } from 'node:stream';
import type { Database } from '#server/database/database.ts';
import { readDocument, UnreadableError } from '#server/operate/read-document.ts';
import { severalAtOnce } from '#server/several-at-once.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { BackupError } from './backup-error.ts';
import { type CopiedDocument, DOCUMENTS_FOLDER } from './manifest.ts';
import type { BackupPlace } from './place/place.ts';

interface Deps {
  database: Pick<Database, 'query'>;
  store: Pick<BlobStore, 'get' | 'probe'>;
  place: BackupPlace;
  /** Only copy blobs that were created after this time. */
  since?: Date | undefined;
  signal?: AbortSignal | undefined;
}

export interface CopyResult {
  count: number;
  /** Stored bytes. */
  bytes: number;
  /** Ids of documents that the store doesn't have or can't read. The backup continues, to save the others. */
  missing: string[];
}

const BATCH_SIZE = 500;
const CONCURRENCY = 4;

/**
 * Copies the documents that are not at the place yet, as they are stored: encrypted. Each is recorded with size and hash
 * once it is durable there, so an interrupted run continues where it stopped.
 */
export async function copyDocuments({ database, store, place, since, signal }: Deps): Promise<CopyResult> {
  const copied: CopyResult = { count: 0, bytes: 0, missing: [] };
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await database.query<{ id: string }>(
      `select b.id from storage.blobs b
       where b.wrapped_key is not null and b.id > $2 and b.created_at >= $3
         and not exists (select from nutmeg.backup_documents d where d.blob_id = b.id and d.place = $1)
       order by b.id limit ${BATCH_SIZE}`,
      [place.label, after, since ?? '-infinity'],
    );
    const last = rows.at(-1);
    if (last === undefined) return copied;
    after = last.id;
    await severalAtOnce(rows, CONCURRENCY, async ({ id }) => {
      signal?.throwIfAborted();
      const document = await copyOne(store, place, id);
      if (document === undefined) {
        copied.missing.push(id);
        return;
      }
      await recordCopy(database, place, document);
      copied.count += 1;
      copied.bytes += document.size;
    });
  }
}

async function copyOne(
  store: Deps['store'],
  place: BackupPlace,
  id: string,
): Promise<CopiedDocument | undefined> {
  const probe = () =>
    store.probe().catch((cause: unknown) => {
      throw new BackupError("The store of the documents can't be read.", { cause });
    });
  try {
    const put = (bytes: Readable) => place.put(DOCUMENTS_FOLDER + id, bytes);
    return { id, ...(await readDocument({ open: () => store.get(id), probe }, put)) };
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

async function recordCopy(database: Pick<Database, 'query'>, place: BackupPlace, document: CopiedDocument) {
  // If the blob was removed while it was copied, no row is written.
  await database.query(
    `insert into nutmeg.backup_documents (blob_id, place, size, sha256)
     select b.id, $2, $3, $4 from storage.blobs b where b.id = $1 for key share
     on conflict (blob_id, place) do update
       set size = excluded.size, sha256 = excluded.sha256, copied_at = excluded.copied_at`,
    [document.id, place.label, document.size, Buffer.from(document.sha256, 'hex')],
  );
}

/** Deletes the records of copies that are missing at the place or have another size, so that they are copied again. */
export async function forgetMissingCopies({
  database,
  place,
}: Pick<Deps, 'database' | 'place'>): Promise<void> {
  const known = new Map((await listCopiedDocuments(database, place)).map(({ id, size }) => [id, size]));
  if (known.size === 0) return;
  for await (const { name, size } of place.list(DOCUMENTS_FOLDER)) {
    const id = name.slice(DOCUMENTS_FOLDER.length);
    if (known.get(id) === size) known.delete(id);
  }
  await forgetCopies(database, place, [...known.keys()]);
}

/** Deletes the records of copies, or of all pieces of a blob, so that the next backup copies them again. */
export async function forgetCopies(
  database: Pick<Database, 'query'>,
  place: BackupPlace,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await database.query(
    `delete from nutmeg.backup_documents where place = $1 and (blob_id = any($2::uuid[])
       or blob_id in (select piece_id from storage.blob_pieces where blob_id = any($2::uuid[])))`,
    [place.label, ids],
  );
}

/** The documents that are recorded as copied, by id. */
export async function listCopiedDocuments(
  database: Pick<Database, 'query'>,
  place: BackupPlace,
): Promise<CopiedDocument[]> {
  const { rows } = await database.query<{ id: string; size: string; sha256: Buffer }>(
    `select blob_id as id, size, sha256 from nutmeg.backup_documents where place = $1 order by blob_id`,
    [place.label],
  );
  return rows.map(({ id, size, sha256 }) => ({ id, size: Number(size), sha256: sha256.toString('hex') }));
}
