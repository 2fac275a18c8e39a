import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_KEY_TEXT, objectKey } from '#domain/documents/object-keys.ts';
import { normalizeWithin } from '#domain/text/unicode.ts';
import {
  hasCredentials,
  linkToken,
  objectPath,
  queryValue,
  requireCaller,
  type StorageDeps,
} from '../context.ts';
import { mapDatabaseErrors } from '../database-errors.ts';
import { StorageError } from '../errors.ts';
import { createReadingRecorder, type Reader } from '../objects/access-record.ts';
import {
  findBucket,
  findObject,
  findReadable,
  type ObjectRow,
  queryAs,
  queryAsOwner,
} from '../objects/objects.ts';
import { deliver, etagOf } from './delivery.ts';

/** Downloads as the caller, from a public bucket, and by a signed link; and the metadata of an object. */
export async function downloadRoutes(app: FastifyInstance, deps: StorageDeps): Promise<void> {
  const { database, blobs, links, callerOf, load } = deps;
  const record = createReadingRecorder(database);

  interface Found {
    object: ObjectRow;
    /** Whether everyone may read it. */
    isPublic: boolean;
    reader: Reader;
  }

  const asCaller = async (request: FastifyRequest): Promise<Found> => {
    const caller = await requireCaller(callerOf, request);
    const { bucketId, key } = objectPath(request);
    const version = queryValue(request, 'versionId');
    const found = await findReadable(queryAs(database, caller), bucketId, key, version);
    return { ...found, reader: { id: caller.claims.sub, byLink: false } };
  };

  const fromPublicBucket = async (request: FastifyRequest): Promise<Found> => {
    const { bucketId, key } = objectPath(request);
    const bucket = await findBucket(database, bucketId);
    // To visitors a private bucket looks missing.
    if (!bucket.public) throw new StorageError('NoSuchBucket');
    const version = queryValue(request, 'versionId');
    const object = await findObject(queryAsOwner(database), bucketId, key, version);
    return { object, isPublic: true, reader: { id: undefined, byLink: false } };
  };

  const asCallerOrPublic = async (request: FastifyRequest): Promise<Found> => {
    if (!hasCredentials(request)) return fromPublicBucket(request);
    // Few buckets are public, so this comes first. Everyone may read those, whatever their key or token is.
    const [found] = await Promise.allSettled([asCaller(request)]);
    const isPublic =
      found.status === 'fulfilled'
        ? found.value.isPublic
        : (await findBucket(database, objectPath(request).bucketId)).public;
    if (isPublic) return fromPublicBucket(request);
    if (found.status === 'rejected') throw found.reason;
    return found.value;
  };

  const byLink = async (request: FastifyRequest): Promise<Found> => {
    const { bucketId, given } = objectPath(request);
    // Text that is too long for a key opens nothing.
    const asked = normalizeWithin(given, MAX_KEY_TEXT) ?? '';
    const { url, reader } = await links.verify('download', linkToken(request), `${bucketId}/${asked}`);
    const key = objectKey(url.slice(bucketId.length + 1));
    const object = await findObject(queryAsOwner(database), bucketId, key);
    await refuseFormerReader(reader, bucketId, object);
    return { object, isPublic: false, reader: { id: reader, byLink: true } };
  };

  /** A link outlives its signer's session, but not the account, nor the signer's right to read the object. */
  const refuseFormerReader = async (reader: string | undefined, bucketId: string, object: ObjectRow) => {
    if (reader === undefined) return;
    const { rows } = await database.query<{ may: boolean }>(
      'select nutmeg.may_still_read($1, $2, $3, $4) as may',
      [reader, bucketId, object.name, object.replaced_at ?? object.created_at],
    );
    if (!rows[0]?.may) throw new StorageError('AccessDenied');
  };

  const route = (path: string, find: (request: FastifyRequest) => Promise<Found>) =>
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const { reader, ...found } = await find(request);
        if (request.method === 'GET') load.takeStream(request);
        const download = downloadName(request);
        return deliver(request, reply, blobs, {
          ...found,
          download,
          record: (continues) =>
            mapDatabaseErrors(found.object.name, () =>
              record(found.object, reader, { saved: download !== undefined, continues }),
            ),
        });
      },
    });
  route('/object/:bucket/*', asCallerOrPublic);
  route('/object/authenticated/:bucket/*', asCaller);
  route('/object/public/:bucket/*', fromPublicBucket);
  route('/object/sign/:bucket/*', byLink);

  const infoRoute = (path: string, find: (request: FastifyRequest) => Promise<Found>) =>
    app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
      const { object } = await find(request);
      const headers = { etag: etagOf(object), 'cache-control': 'private, no-cache' };
      return reply.headers(headers).send(infoOf(object));
    });
  infoRoute('/object/info/:bucket/*', asCallerOrPublic);
  infoRoute('/object/info/authenticated/:bucket/*', asCaller);
  infoRoute('/object/info/public/:bucket/*', fromPublicBucket);
}

/** Of `?download=`. storage-js encodes it twice in a signed link; a name that looks encoded is only shown decoded. */
function downloadName(request: FastifyRequest): string | undefined {
  const name = queryValue(request, 'download');
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    // Encoded only once.
    return name;
  }
}

function infoOf(object: ObjectRow) {
  const { metadata } = object;
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    content_encoding: null,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: object.user_metadata ?? {},
    last_modified: metadata.lastModified ?? object.updated_at,
    created_at: object.created_at,
  };
}
