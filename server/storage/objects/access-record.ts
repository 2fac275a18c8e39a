import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { StorageError } from '../errors.ts';
import type { ObjectRow } from './objects.ts';

/** An hour after a client's first act, the next act begins a new count anyway. */
export const RECORD_PACE_SWEEPS = [`delete from nutmeg.record_pace where since < now() - interval '1 hour'`];

export interface Reader {
  /** The person's id; undefined for a program of the office. */
  id: string | undefined;
  /** By a signed link, which may be opened to look at the document or to keep it. */
  byLink: boolean;
}

export interface Reading {
  /** Not from the first byte on: most likely the rest of a download that broke off. */
  continues: boolean;
}

/**
 * Writes down that somebody opens or downloads a document. Of what lies in other buckets nothing is written. Rejects
 * where the document is gone meanwhile.
 */
export async function recordReading(
  database: Database,
  object: Pick<ObjectRow, 'id' | 'bucket_id'>,
  reader: Reader,
  { saved, continues }: Reading & { saved: boolean },
): Promise<void> {
  if (object.bucket_id !== DOCUMENTS_BUCKET) return;
  const { rows } = await database.query<{ known: number }>(
    'select nutmeg.record_document_access($1::uuid[], $2, $3::uuid, $4, $5) as known',
    [
      [object.id],
      reader.byLink && !saved ? 'opened' : 'downloaded',
      reader.id ?? null,
      reader.byLink ? 'link' : null,
      continues,
    ],
  );
  if (rows[0]?.known !== 1) throw new StorageError('NoSuchKey');
}

interface Copying {
  /** Who copies; undefined for a program of the office. */
  id: string | undefined;
  bucketId: string;
  key: string;
}

/**
 * A copy outside the owner's folders is read without anything in the owner's record: so the copying stands there, as
 * a download. Within them the copy's own readings do.
 */
export async function recordCopying(
  tx: Transaction,
  source: Pick<ObjectRow, 'id' | 'bucket_id' | 'name'>,
  { id, bucketId, key }: Copying,
): Promise<void> {
  const rootOf = (name: string) => name.split('/', 1)[0];
  if (source.bucket_id !== DOCUMENTS_BUCKET) return;
  if (bucketId === DOCUMENTS_BUCKET && rootOf(key) === rootOf(source.name)) return;
  await tx.query(`select nutmeg.record_document_access($1::uuid[], 'downloaded', $2::uuid, 'copy')`, [
    [source.id],
    id ?? null,
  ]);
}
