import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import type { Database } from '#server/database/database.ts';
import type { BlobRow } from '../blobs/blobs.ts';
import { StorageError } from '../errors.ts';
import { createDownloadRecorder } from './download-recorder.ts';
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
