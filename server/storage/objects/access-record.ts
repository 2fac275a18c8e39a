import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import { type Database, isPostgresError } from '#server/database/database.ts';
import type { BlobRow } from '../blobs/blobs.ts';
import { StorageError } from '../errors.ts';
import { createGroups, PATIENCE_MS } from '../groups.ts';
import type { ObjectRow } from './objects.ts';

/** An hour after a client's first act, the next act begins a new count anyway. */
export const RECORD_PACE_SWEEPS = [`delete from nutmeg.record_pace where since < now() - interval '1 hour'`];

export interface Reader {
  /** The person's id. Undefined for the service key. */
  id: string | undefined;
  /** By a signed link, which opens or downloads the document. */
  byLink: boolean;
}

interface Reading {
  saved: boolean;
  /** Not from the first byte: most likely the rest of an interrupted download. */
  continues: boolean;
}

/**
 * Records that a document is opened or downloaded, before its first byte is sent. Objects of other buckets are not recorded.
 * Throws `NoSuchKey` if the document was deleted in between. What it learned about the blob along the way is returned.
 */
export function createReadingRecorder(database: Pick<Database, 'run'>) {
  const recordDownload = createDownloadRecorder(database);
  return async (
    object: ObjectRow,
    reader: Reader,
    { saved, continues }: Reading,
  ): Promise<BlobRow | undefined> => {
    if (object.bucket_id !== DOCUMENTS_BUCKET) return undefined;
    const action = reader.byLink && !saved ? 'opened' : 'downloaded';
    const via = reader.byLink ? 'link' : null;
    // These are recorded each time. The others only if an earlier record does not cover them, which has to be looked up.
    if (action === 'downloaded' && !continues) {
      return recordDownload({ documentId: object.id, blobId: object.blob_id, readerId: reader.id, via });
    }
    const { rows } = await database.run<{ known: number }>({
      prepared: true,
      text: 'select nutmeg.record_document_access($1::uuid[], $2, $3::uuid, $4, $5) as known',
      values: [[object.id], action, reader.id ?? null, via, continues],
    });
    if (rows[0]?.known !== 1) throw new StorageError('NoSuchKey');
    return undefined;
  };
}

/** A document that is downloaded from its first byte on. */
interface Download {
  documentId: string;
  blobId: string;
  /** Undefined for the service key. */
  readerId: string | undefined;
  via: 'link' | null;
}

interface Row extends BlobRow {
  place: number;
  known: boolean;
}

/** Undefined: other transactions hold it up. */
type Outcome = Row | undefined;

/** A download that waits for a lock, such as of a folder's move, must not take more than one pooled connection. */
const HELD_UP_MS = 60_000;
/** Bounds how long one statement can take. */
const MOST_AT_ONCE = 50;

const RECORD = `select r.place, r.known, b.content, b.size::float8 as size, b.wrapped_key
  from nutmeg.record_downloads($1::uuid[], $2::uuid[], $3::text[], $4) as r
  left join storage.blobs b on b.id = ($5::uuid[])[r.place]`;

/**
 * Downloads that arrive while a record is being written are recorded together, by one transaction: a commit waits for the
 * disk, and costs as much as all the rest. A group never waits for the locks of others. What is held up is recorded in a
 * second lane, which each reader has for itself. The recorder resolves when the record is durable, with what the same
 * statement found about the blob. It throws `NoSuchKey` if the document was deleted in between.
 *
 * @param patienceMs after which a group no longer waits for the one before it
 */
export function createDownloadRecorder(database: Pick<Database, 'run'>, patienceMs = PATIENCE_MS) {
  const write = async (downloads: readonly Download[], waits: boolean): Promise<Outcome[]> => {
    const { rows } = await database.run<Row>({
      prepared: true,
      text: RECORD,
      values: [
        downloads.map(({ documentId }) => documentId),
        downloads.map(({ readerId }) => readerId ?? null),
        downloads.map(({ via }) => via),
        waits,
        downloads.map(({ blobId }) => blobId),
      ],
    });
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    return downloads.map((_, at) => byPlace.get(at + 1));
  };
  const atOnce = createGroups<Download, Outcome>(
    (downloads) =>
      write(downloads, false).catch((error: unknown) => {
        if (!isPostgresError(error)) throw error;
        // Nothing was written. Perhaps one of them is at fault, such as by its reader's pace, so each reader tries alone.
        return downloads.map(() => undefined);
      }),
    { most: MOST_AT_ONCE, patienceMs },
  );
  const patiently = createGroups<Download, Outcome>(
    (downloads) =>
      write(downloads, true).catch((error: unknown) => {
        if (downloads.length === 1 || !isPostgresError(error)) throw error;
        return downloads.map(async (one) => (await write([one], true))[0]);
      }),
    { most: MOST_AT_ONCE, patienceMs: HELD_UP_MS },
  );

  return async (download: Download): Promise<BlobRow> => {
    const outcome = (await atOnce('', download)) ?? (await patiently(download.readerId ?? '', download));
    if (!outcome?.known) throw new StorageError('NoSuchKey');
    const { content, size, wrapped_key } = outcome;
    return { content, size, wrapped_key };
  };
}
