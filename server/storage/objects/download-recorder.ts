import { type Database, isPostgresError } from '#server/database/database.ts';
import type { BlobRow } from '../blobs/blobs.ts';
import { StorageError } from '../errors.ts';
import { createGroups, PATIENCE_MS } from '../groups.ts';

/** A document that is downloaded from its first byte on. */
export interface Download {
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
    async (downloads) => {
      try {
        return await write(downloads, false);
      } catch (error) {
        if (!isPostgresError(error)) throw error;
        // Nothing was written. Perhaps one of them is at fault, such as by its reader's pace, so each reader tries alone.
        return downloads.map(() => undefined);
      }
    },
    { most: MOST_AT_ONCE, patienceMs },
  );
  const patiently = createGroups<Download, Outcome>(
    async (downloads) => {
      try {
        return await write(downloads, true);
      } catch (error) {
        if (downloads.length === 1 || !isPostgresError(error)) throw error;
        return downloads.map(async (one) => (await write([one], true))[0]);
      }
    },
    { most: MOST_AT_ONCE, patienceMs: HELD_UP_MS },
  );

  return async (download: Download): Promise<BlobRow> => {
    const outcome = (await atOnce('', download)) ?? (await patiently(download.readerId ?? '', download));
    if (!outcome?.known) throw new StorageError('NoSuchKey');
    const { content, size, wrapped_key } = outcome;
    return { content, size, wrapped_key };
  };
}
