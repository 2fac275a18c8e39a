import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import { MAX_KEY_TEXT, objectKey } from '#domain/documents/object-keys.ts';
import { shortList } from '#domain/text/short-list.ts';
import { retryOnDeadlock, type Transaction } from '#server/database/database.ts';
import { LIST_BODY_BYTES } from '#server/http/load/limits.ts';
import { objectPath, parseNewKey, readBody, requireCaller, type StorageDeps } from '../context.ts';
import { mapDatabaseErrors } from '../database-errors.ts';
import { StorageError } from '../errors.ts';
import { checkRename } from './content-check.ts';
import { listBody, listFolder } from './listing.ts';
import { listPage, pageBody } from './listing-pages.ts';
import { mediaType } from './mime-types.ts';
import { move } from './moving.ts';
import {
  findBucket,
  findObject,
  insertStatement,
  type NewObject,
  type ObjectRow,
  queryAs,
} from './objects.ts';
import { removals, removeObjects } from './removing.ts';
import { metadataOf } from './upload-metadata.ts';
import { createWriter } from './writer.ts';

const transfer = z.object({
  bucketId: z.string().min(1),
  sourceKey: z.string().min(1),
  destinationKey: z.string().min(1),
  destinationBucket: z.string().nullish(),
  sourceVersionId: z.string().nullish(),
});
/** Metadata that a copy can have instead of its source's. */
const overrides = z.object({
  cacheControl: z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/)
    .optional(),
  mimetype: z.string().optional(),
});
const copyBody = transfer.extend({ copyMetadata: z.boolean().default(true), metadata: overrides.optional() });
const keyText = z.string().max(MAX_KEY_TEXT);
const removeBody = z.object({
  prefixes: shortList(z.union([keyText, z.object({ path: keyText, versionId: z.string() })]), {
    min: 1,
    max: 1000,
  }),
});

/** Operations on objects that need no bytes: list, move, copy and remove. */
export async function objectRoutes(app: FastifyInstance, deps: StorageDeps): Promise<void> {
  const { database, blobs, callerOf } = deps;

  app.post('/object/list/:bucket', async (request, reply) => {
    const caller = await requireCaller(callerOf, request);
    const body = readBody(listBody, request.body);
    const list = await listFolder(queryAs(database, caller), objectPath(request).bucketId, body);
    return reply.type('application/json; charset=utf-8').send(list);
  });

  app.post('/object/list-v2/:bucket', async (request) => {
    const caller = await requireCaller(callerOf, request);
    const body = readBody(pageBody, request.body);
    return listPage(queryAs(database, caller), objectPath(request).bucketId, body);
  });

  app.post('/object/move', async (request) => {
    const caller = await requireCaller(callerOf, request);
    const { bucketId, sourceKey, ...body } = readBody(transfer, request.body);
    const to = { bucketId: body.destinationBucket ?? bucketId, key: parseNewKey(body.destinationKey) };
    await Promise.all([findBucket(database, bucketId), findBucket(database, to.bucketId)]);
    const key = objectKey(sourceKey);
    if (key === undefined) throw new StorageError('NoSuchKey');
    const from = { bucketId, key, version: body.sourceVersionId ?? undefined };
    const id = await mapDatabaseErrors(to.key, () =>
      retryOnDeadlock(() => move(database, blobs.binding, caller, { from, to })),
    );
    return { message: 'Successfully moved', Id: id ?? null, Key: `${to.bucketId}/${to.key}` };
  });

  app.post('/object/copy', async (request) => {
    const caller = await requireCaller(callerOf, request);
    const { bucketId, sourceKey, ...body } = readBody(copyBody, request.body);
    const to = { bucketId: body.destinationBucket ?? bucketId, key: parseNewKey(body.destinationKey) };
    await Promise.all([findBucket(database, bucketId), findBucket(database, to.bucketId)]);
    const version = body.sourceVersionId ?? undefined;
    const source = await findObject(queryAs(database, caller), bucketId, objectKey(sourceKey), version);
    const upsert = request.headers['x-upsert'] === 'true';
    const writer = createWriter(database, caller);
    checkRename({ isPerson: writer.owner !== undefined, ...to }, source.name);
    const { cacheControl, mimetype: claimed } = body.copyMetadata ? {} : (body.metadata ?? {});
    // A document keeps the detected type.
    const mimetype = to.bucketId === DOCUMENTS_BUCKET ? undefined : claimed;
    const metadata = {
      ...source.metadata,
      ...(cacheControl === undefined ? {} : { cacheControl }),
      ...(mimetype === undefined ? {} : { mimetype: mediaType(mimetype) }),
      lastModified: new Date().toISOString(),
    };
    const place = { bucket_id: to.bucketId, name: to.key };
    const bound = blobs.binding.moved(source, source.metadata.size ?? 0, place);
    // An object that is not bound must not become bound by being copied.
    if (bound === undefined) throw new Error('an object that is not bound to its blob was to be copied');
    const userMetadata = body.copyMetadata ? source.user_metadata : metadataOf(request);
    const copy = { id: randomUUID(), ...to, owner: writer.owner, metadata, userMetadata };
    const { rows } = await mapDatabaseErrors(to.key, () =>
      writer.writeAfter<{ id: string }>(
        (tx) => recordCopying(tx, source, copy),
        insertStatement({ ...copy, blobId: source.blob_id, version: bound }, upsert),
      ),
    );
    return {
      Id: rows[0]?.id ?? copy.id,
      Key: `${to.bucketId}/${to.key}`,
      name: to.key,
      bucket_id: to.bucketId,
      metadata,
    };
  });

  app.delete('/object/:bucket', { bodyLimit: LIST_BODY_BYTES }, async (request) => {
    const caller = await requireCaller(callerOf, request);
    const { prefixes } = readBody(removeBody, request.body);
    const { bucketId } = objectPath(request);
    return removeObjects(queryAs(database, caller), bucketId, removals(prefixes));
  });

  app.delete('/object/:bucket/*', async (request) => {
    const caller = await requireCaller(callerOf, request);
    const query = queryAs(database, caller);
    const { bucketId, key } = objectPath(request);
    const { name } = await findObject(query, bucketId, key);
    const removed = await removeObjects(query, bucketId, removals([name]));
    if (removed.length === 0) throw new StorageError('AccessDenied');
    return { message: 'Successfully deleted' };
  });
}

/** Records a copy out of the owner's folders as a download; a copy inside the folders has its own record. */
async function recordCopying(
  tx: Transaction,
  source: ObjectRow,
  { bucketId, key, owner }: Pick<NewObject, 'bucketId' | 'key' | 'owner'>,
): Promise<void> {
  const rootOf = (name: string) => name.split('/', 1)[0];
  if (source.bucket_id !== DOCUMENTS_BUCKET) return;
  if (bucketId === DOCUMENTS_BUCKET && rootOf(key) === rootOf(source.name)) return;
  await tx.query(`select nutmeg.record_document_access($1::uuid[], 'downloaded', $2::uuid, 'copy')`, [
    [source.id],
    owner ?? null,
  ]);
}
