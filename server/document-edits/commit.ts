import { randomUUID } from 'node:crypto';
import { DOCUMENTS_BUCKET, storageKey } from '#domain/documents/folders.ts';
import { type Caller, type Database, isPostgresError, type Transaction } from '#server/database/database.ts';
import { setLocal } from '#server/database/session-settings.ts';
import type { Blob, Blobs } from '#server/storage/blobs/blobs.ts';
import { removeObjects } from '#server/storage/objects/removing.ts';
import { objectMetadata } from '#server/storage/objects/upload-metadata.ts';
import { DocumentEditError } from './errors.ts';
import type { SourceDocument } from './sources.ts';

export interface NewFile {
  blob: Blob;
  mimetype: string;
}

export interface Committed {
  editId: string;
  documents: { id: string; name: string }[];
}

interface Deps {
  database: Pick<Database, 'asOwner'>;
  blobs: Pick<Blobs, 'binding'>;
}

/** Gives the document new bytes. The former ones go to the trash. */
export function commitRotation(
  { database, blobs }: Deps,
  caller: Caller,
  source: SourceDocument,
  { blob, mimetype }: NewFile,
): Promise<Committed> {
  const { id, name, bucket_id } = source;
  const version = blobs.binding.version({ bucket_id, name, blob_id: blob.id, size: blob.size });
  const metadata = objectMetadata(blob, { mimetype, cacheControl: 'no-cache' });
  return inOneAct(database, caller, 'rotation', [source], async (tx) => {
    const { rowCount } = await tx.run({
      text: `update storage.objects set blob_id = $2, version = $3, metadata = $4, updated_at = now() where id = $1`,
      values: [id, blob.id, version, JSON.stringify(metadata)],
    });
    if (rowCount !== 1) throw new DocumentEditError('not_allowed');
    return [{ id, name: source.fileName }];
  });
}

const INSERT = `insert into storage.objects
    (id, bucket_id, name, owner, owner_id, created_at, metadata, blob_id, version)
  values ($1, $2, $3, $4::uuid, $4::text, $5, $6, $7, $8)`;

/** Puts the files in the place of the sources, which go to the trash. Rejects with 23505 if a name was taken meanwhile. */
export function commitReplacement(
  { database, blobs }: Deps,
  caller: Caller,
  kind: 'split' | 'join',
  sources: readonly SourceDocument[],
  files: readonly (NewFile & { name: string })[],
): Promise<Committed> {
  const [first] = sources;
  if (first === undefined) throw new Error('an act without documents');
  // Someone who was a member until last year still sees what was sent then.
  const createdAt = new Date(Math.max(...sources.map(({ created_at }) => created_at.getTime())));
  return inOneAct(database, caller, kind, sources, async (tx) => {
    const removed = await removeObjects(
      (statement) => tx.run(statement),
      DOCUMENTS_BUCKET,
      sources.map(({ name, version }) => ({ key: name, version })),
    );
    if (removed.length !== sources.length) throw new DocumentEditError('not_allowed');
    const documents: Committed['documents'] = [];
    for (const { blob, mimetype, name } of files) {
      const id = randomUUID();
      const key = storageKey(first.ownerId, first.folder, name);
      const target = { bucket_id: DOCUMENTS_BUCKET, name: key, blob_id: blob.id, size: blob.size };
      await tx.run({
        text: INSERT,
        values: [
          id,
          DOCUMENTS_BUCKET,
          key,
          caller.claims.sub,
          createdAt,
          JSON.stringify(objectMetadata(blob, { mimetype, cacheControl: 'no-cache' })),
          blob.id,
          blobs.binding.version(target),
        ],
      });
      documents.push({ id, name });
    }
    return documents;
  });
}

/**
 * One transaction: the database checks that the documents are still the same and remembers what hangs on them, then the
 * caller's policies decide about each change.
 */
async function inOneAct(
  database: Pick<Database, 'asOwner'>,
  caller: Caller,
  kind: 'rotation' | 'split' | 'join',
  sources: readonly SourceDocument[],
  change: (tx: Transaction) => Promise<Committed['documents']>,
): Promise<Committed> {
  try {
    return await database.asOwner(async (tx) => {
      await tx.run(setLocal('request.jwt.claims', caller.claims));
      const { rows } = await tx.run<{ before: unknown }>({
        text: 'select nutmeg.begin_document_edit($1, $2::uuid[], $3) as before',
        values: [kind, sources.map(({ id }) => id), sources.map(({ version }) => version)],
      });
      await tx.become(caller);
      const documents = await change(tx);
      // What follows is the server's own again: callers can't write what hangs on documents.
      await tx.query('reset role');
      const ended = await tx.run<{ id: string }>({
        text: 'select nutmeg.end_document_edit($1, $2, $3::uuid[]) as id',
        values: [kind, JSON.stringify(rows[0]?.before), documents.map(({ id }) => id)],
      });
      return { editId: ended.rows[0]?.id ?? '', documents };
    });
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

function refusalOf(error: unknown): DocumentEditError | undefined {
  if (!isPostgresError(error)) return undefined;
  if (error.code === 'NM409') return new DocumentEditError('changed', error);
  if (error.code === '42501') return new DocumentEditError('not_allowed', error);
  return error.detail === 'of_a_return' ? new DocumentEditError('of_a_return', error) : undefined;
}
