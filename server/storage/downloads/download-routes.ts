import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_KEY_TEXT, objectKey } from '#domain/documents/object-keys.ts';
import { normalizeWithin } from '#domain/text/unicode.ts';
import { hasCredentials, objectPath, queryValue, requireCaller, type StorageDeps } from '../context.ts';
import { StorageError } from '../errors.ts';
import { mapDatabaseErrors } from '../failures.ts';
import { type Reader, recordReading } from '../objects/access-record.ts';
import { findBucket, findObject, type ObjectRow, queryAs, queryAsOwner } from '../objects/objects.ts';
import { deliver } from './delivery.ts';

/** The ways out: as the caller, from a public bucket, by a signed link; and what is known of an object. */
export async function downloadRoutes(app: FastifyInstance, parts: StorageDeps): Promise<void> {
  const { database, blobs, links, callerOf, load } = parts;

  interface Found {
    object: ObjectRow;
    isPublic: boolean;
    reader: Reader;
  }

  const asCaller = async (request: FastifyRequest): Promise<Found> => {
    const caller = await requireCaller(callerOf, request);
    const { bucketId, key } = objectPath(request);
    const [bucket, object] = await Promise.allSettled([
      findBucket(database, bucketId),
      findObject(queryAs(database, caller), bucketId, key, queryValue(request, 'versionId')),
    ]);
    // Of two reasons, the missing bucket is the one that helps.
    if (bucket.status === 'rejected') throw bucket.reason;
    if (object.status === 'rejected') throw object.reason;
    const reader = { id: caller.claims.sub, byLink: false };
    return { object: object.value, isPublic: bucket.value.public, reader };
  };

  const asAnybody = async (request: FastifyRequest): Promise<Found> => {
    const { bucketId, key } = objectPath(request);
    const bucket = await findBucket(database, bucketId);
    // A private bucket looks to strangers like none.
    if (!bucket.public) throw new StorageError('NoSuchBucket');
    const version = queryValue(request, 'versionId');
    const object = await findObject(queryAsOwner(database), bucketId, key, version);
    return { object, isPublic: true, reader: { id: undefined, byLink: false } };
  };

  const asEither = async (request: FastifyRequest): Promise<Found> => {
    if (!hasCredentials(request)) return asAnybody(request);
    const { public: isPublic } = await findBucket(database, objectPath(request).bucketId);
    return isPublic ? asAnybody(request) : asCaller(request);
  };

  const byLink = async (request: FastifyRequest): Promise<Found> => {
    const { bucketId, given } = objectPath(request);
    const token = queryValue(request, 'token');
    if (token === undefined) {
      throw new StorageError('InvalidRequest', {
        message: "querystring must have required property 'token'",
      });
    }
    // Text that is too long to be a key opens nothing, whatever the token says.
    const asked = normalizeWithin(given, MAX_KEY_TEXT) ?? '';
    const { url, reader } = await links.verify('download', token, `${bucketId}/${asked}`);
    const key = objectKey(url.slice(bucketId.length + 1));
    const [object] = await Promise.all([
      findObject(queryAsOwner(database), bucketId, key),
      refuseDeactivated(reader),
    ]);
    return { object, isPublic: false, reader: { id: reader, byLink: true } };
  };

  /** A link outlives the session that asked for it, but not its account's deactivation. */
  const refuseDeactivated = async (reader: string | undefined): Promise<void> => {
    if (reader === undefined) return;
    const { rowCount } = await database.query(
      'select from auth.users u where u.id = $1 and auth.is_banned(u)',
      [reader],
    );
    if (rowCount > 0) throw new StorageError('AccessDenied');
  };

  const route = (path: string, find: (request: FastifyRequest) => Promise<Found>) =>
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const { reader, ...found } = await find(request);
        if (request.method === 'GET') load.takeStream(request);
        const download = wantedName(request);
        return deliver(request, reply, blobs, {
          ...found,
          download,
          record: ({ continues }) =>
            mapDatabaseErrors(found.object.name, () =>
              recordReading(database, found.object, reader, { saved: download !== undefined, continues }),
            ),
        });
      },
    });
  route('/object/:bucket/*', asEither);
  route('/object/authenticated/:bucket/*', asCaller);
  route('/object/public/:bucket/*', asAnybody);
  route('/object/sign/:bucket/*', byLink);

  const infoRoute = (path: string, find: (request: FastifyRequest) => Promise<Found>) =>
    app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
      const { object } = await find(request);
      return reply.header('cache-control', 'private, no-cache').send(infoOf(object));
    });
  infoRoute('/object/info/:bucket/*', asEither);
  infoRoute('/object/info/authenticated/:bucket/*', asCaller);
  infoRoute('/object/info/public/:bucket/*', asAnybody);
}

/**
 * What `?download=` says. In a signed link storage-js encodes the name twice; a name that happens to look
 * encoded is only shown decoded.
 */
function wantedName(request: FastifyRequest): string | undefined {
  const name = queryValue(request, 'download');
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    // Encoded once: this is the name.
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
