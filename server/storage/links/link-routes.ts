import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { MAX_KEY_TEXT, objectKey } from '#domain/documents/object-keys.ts';
import { shortList } from '#domain/text/short-list.ts';
import type { Caller } from '#server/database/database.ts';
import { LIST_BODY_BYTES } from '#server/http/load/limits.ts';
import { objectPath, parseNewKey, readBody, requireCaller, type StorageDeps } from '../context.ts';
import { mapDatabaseErrors } from '../database-errors.ts';
import { findBucket, findObject, queryAs } from '../objects/objects.ts';
import { createWriter, signerFromCaller } from '../objects/writer.ts';
import { linkPath } from './links.ts';

const UPLOAD_SECONDS = 2 * 60 * 60;
const CENTURY = 100 * 366 * 24 * 60 * 60;
/** The longest time of a person's link, as of an access token: it must not outlast a right that was taken away. */
const HOUR = 60 * 60;

const seconds = z.number().int().min(1).max(CENTURY);
const one = z.object({ expiresIn: seconds });
const many = z.object({ expiresIn: seconds, paths: shortList(z.string().max(MAX_KEY_TEXT), { max: 1000 }) });

const NOT_SIGNED = 'Either the object does not exist or you do not have access to it';

/** Signed links: a caller who may read or write an object can let others do it for a limited time. */
export async function linkRoutes(app: FastifyInstance, deps: StorageDeps): Promise<void> {
  const { database, links, callerOf } = deps;

  const signed = async (caller: Caller, bucketId: string, key: string, expiresIn: number) => {
    const seconds = caller.role === 'service_role' ? expiresIn : Math.min(expiresIn, HOUR);
    const reader = caller.claims.sub === undefined ? {} : { reader: caller.claims.sub };
    const token = await links.sign('download', { url: `${bucketId}/${key}`, ...reader }, seconds);
    return `/object/sign/${linkPath(`${bucketId}/${key}`)}?token=${token}`;
  };

  app.post('/object/sign/:bucket/*', async (request) => {
    const caller = await requireCaller(callerOf, request);
    const { bucketId, key } = objectPath(request);
    const { expiresIn } = readBody(one, request.body);
    const { name } = await findObject(queryAs(database, caller), bucketId, key);
    return { signedURL: await signed(caller, bucketId, name, expiresIn) };
  });

  app.post('/object/sign/:bucket', { bodyLimit: LIST_BODY_BYTES }, async (request) => {
    const caller = await requireCaller(callerOf, request);
    const { bucketId } = objectPath(request);
    const { expiresIn, paths } = readBody(many, request.body);
    const readable = await readableKeys(caller, bucketId, paths);
    return Promise.all(
      paths.map(async (path) => {
        const key = objectKey(path);
        return key !== undefined && readable.has(key)
          ? { error: null, path, signedURL: await signed(caller, bucketId, key, expiresIn) }
          : { error: NOT_SIGNED, path, signedURL: null };
      }),
    );
  });

  async function readableKeys(caller: Caller, bucketId: string, paths: string[]): Promise<Set<string>> {
    const keys = paths.map(objectKey).filter((key) => key !== undefined);
    const { rows } = await queryAs(
      database,
      caller,
    )<{ name: string }>({
      text: 'select name from storage.objects where bucket_id = $1 and name = any($2::text[])',
      values: [bucketId, keys],
    });
    return new Set(rows.map(({ name }) => name));
  }

  app.post('/object/upload/sign/:bucket/*', async (request) => {
    const caller = await requireCaller(callerOf, request);
    const { bucketId, given } = objectPath(request);
    const key = parseNewKey(given);
    const upsert = request.headers['x-upsert'] === 'true';
    await findBucket(database, bucketId);
    await mapDatabaseErrors(key, () => createWriter(database, caller).dryRun({ bucketId, key }, upsert));
    const token = await links.sign(
      'upload',
      { url: `${bucketId}/${key}`, upsert, signer: signerFromCaller(caller) },
      UPLOAD_SECONDS,
    );
    // storage-js parses this one as a URL, once.
    const path = [bucketId, ...key.split('/')].map(encodeURIComponent).join('/');
    return { url: `/object/upload/sign/${path}?token=${token}`, token };
  });
}
