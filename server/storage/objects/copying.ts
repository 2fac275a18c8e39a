import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import type { Transaction } from '#server/database/database.ts';
import type { Binding } from '../blobs/binding.ts';
import { checkRename } from './content-check.ts';
import { mediaType } from './mime-types.ts';
import { insertStatement, type ObjectRow } from './objects.ts';
import type { Writer } from './writer.ts';

/** Metadata that a copy can have instead of its source's. */
export const overrides = z.object({
  cacheControl: z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/)
    .optional(),
  mimetype: z.string().optional(),
});

interface Copy {
  source: ObjectRow;
  bucketId: string;
  key: string;
  upsert: boolean;
  /** Undefined: the copy keeps all metadata of its source. */
  changes: (z.infer<typeof overrides> & { userMetadata: Record<string, unknown> | null }) | undefined;
}

/** Creates a second object for the same blob. Both can be moved and removed independently. */
export async function copyObject(writer: Writer, binding: Binding, copy: Copy) {
  const { source, bucketId, key, upsert, changes } = copy;
  const { cacheControl, mimetype: claimed } = changes ?? {};
  const destination = { isPerson: writer.owner !== undefined, bucketId, key };
  checkRename(destination, source.name);
  // A document keeps the detected type.
  const mimetype = bucketId === DOCUMENTS_BUCKET ? undefined : claimed;
  const metadata = {
    ...source.metadata,
    ...(cacheControl === undefined ? {} : { cacheControl }),
    ...(mimetype === undefined ? {} : { mimetype: mediaType(mimetype) }),
    lastModified: new Date().toISOString(),
  };
  const id = randomUUID();
  const version = binding.moved(source, source.metadata.size ?? 0, { bucket_id: bucketId, name: key });
  // An object that is not bound must not become bound by being copied.
  if (version === undefined) throw new Error('an object that is not bound to its blob was to be copied');
  const userMetadata = changes === undefined ? source.user_metadata : changes.userMetadata;
  const { rows } = await writer.writeAfter<{ id: string }>(
    (tx) => recordCopying(tx, writer, copy),
    insertStatement(
      { id, bucketId, key, owner: writer.owner, metadata, userMetadata, blobId: source.blob_id, version },
      upsert,
    ),
  );
  return { Id: rows[0]?.id ?? id, Key: `${bucketId}/${key}`, name: key, bucket_id: bucketId, metadata };
}

/** Records a copy out of the owner's folders as a download; a copy inside the folders has its own record. */
async function recordCopying(
  tx: Transaction,
  { owner }: Writer,
  { source, bucketId, key }: Copy,
): Promise<void> {
  const rootOf = (name: string) => name.split('/', 1)[0];
  if (source.bucket_id !== DOCUMENTS_BUCKET) return;
  if (bucketId === DOCUMENTS_BUCKET && rootOf(key) === rootOf(source.name)) return;
  await tx.query(`select nutmeg.record_document_access($1::uuid[], 'downloaded', $2::uuid, 'copy')`, [
    [source.id],
    owner ?? null,
  ]);
}
