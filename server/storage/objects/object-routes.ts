import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { MAX_KEY_TEXT, objectKey } from '#domain/documents/object-keys.ts';
import { shortList } from '#domain/text/short-list.ts';
import { retryOnDeadlock } from '#server/database/database.ts';
import { LIST_BODY_BYTES } from '#server/http/load/limits.ts';
import { objectPath, parseNewKey, readBody, requireCaller, type StorageDeps } from '../context.ts';
import { mapDatabaseErrors } from '../database-errors.ts';
import { StorageError } from '../errors.ts';
import { copyObject, overrides } from './copying.ts';
import { listBody, listFolder } from './listing.ts';
import { listPage, pageBody } from './listing-pages.ts';
import { move } from './moving.ts';
import { findBucket, findObject, queryAs } from './objects.ts';
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
    const changes = body.copyMetadata ? undefined : { ...body.metadata, userMetadata: metadataOf(request) };
    return mapDatabaseErrors(to.key, () =>
      copyObject(createWriter(database, caller), blobs.binding, { source, ...to, upsert, changes }),
    );
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
