import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FOLDER_PLACEHOLDER } from '#domain/folders.ts';
import { StorageError } from '#server/http/wire-error.ts';
import type { Blob } from './blobs.ts';
import { callerOrRefuse, newKey, placeOf, queryValue, type StorageParts } from './context.ts';
import { refusingAsWire } from './failures.ts';
import { isForm, readUpload } from './incoming.ts';
import { isTypeAllowed } from './mime-types.ts';
import { type BucketRow, bucketOf, insertion, type NewObject, type ObjectMetadata } from './objects.ts';
import { type Writer, writerByLink, writerFor } from './writers.ts';

/** What no bucket allows to exceed. */
const MAX_FILE_BYTES = 5 * 1024 ** 3;

interface Upload {
  request: FastifyRequest;
  writer: Writer;
  bucketId: string;
  key: string;
  upsert: boolean;
}

/** The ways in: `POST` and `PUT /object/{bucket}/{key}`, and `PUT` to a signed link. */
export async function uploadRoutes(app: FastifyInstance, parts: StorageParts): Promise<void> {
  const { database, blobs, links, callerOf } = parts;

  // Bodies are files, whatever they call themselves: nothing may parse or limit them before us.
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  async function upload({ request, writer, bucketId, key, upsert }: Upload) {
    const bucket = await bucketOf(database, bucketId);
    const limit = sizeLimit(bucket);
    if (!isForm(request) && Number(request.headers['content-length']) > limit) {
      throw new StorageError('EntityTooLarge');
    }
    const object: Omit<NewObject, 'blobId' | 'metadata' | 'userMetadata'> = {
      id: randomUUID(),
      bucketId,
      key,
      owner: writer.owner,
    };
    return refusingAsWire(key, async () => {
      // A refusal after half an hour of sending would be unkind, so the right is tried out first.
      await writer.rehearse(
        insertion({ ...object, metadata: {}, userMetadata: null, blobId: randomUUID() }, upsert),
      );
      const folder = key.split('/').at(-1) === FOLDER_PLACEHOLDER;
      const { received, ...rest } = await readUpload(request, (mimetype, bytes) => {
        if (!folder && !isTypeAllowed(mimetype, bucket.allowed_mime_types)) {
          throw new StorageError('InvalidMimeType', { message: `mime type ${mimetype} is not supported` });
        }
        return blobs.receive(folder ? nothingOf(bytes, limit) : limited(bytes, limit));
      });
      const metadata = describe(received, rest);
      const { rows } = await writer.write<{ id: string }>(
        insertion({ ...object, metadata, userMetadata: rest.userMetadata, blobId: received.id }, upsert),
      );
      return { Id: rows[0]?.id ?? object.id, Key: `${bucketId}/${key}` };
    });
  }

  const byCaller = async (request: FastifyRequest, upsert: boolean) => {
    const writer = writerFor(database, await callerOrRefuse(callerOf, request));
    const { bucketId, given } = placeOf(request);
    return upload({ request, writer, bucketId, key: newKey(given), upsert });
  };
  app.post('/object/:bucket/*', (request) => byCaller(request, request.headers['x-upsert'] === 'true'));
  app.put('/object/:bucket/*', (request) => byCaller(request, true));

  app.put('/object/upload/sign/:bucket/*', async (request) => {
    const { bucketId, given } = placeOf(request);
    const token = queryValue(request, 'token');
    if (token === undefined) {
      throw new StorageError('InvalidRequest', {
        message: "querystring must have required property 'token'",
      });
    }
    const {
      url,
      owner,
      upsert = false,
    } = await links.verify('upload', token, `${bucketId}/${newKey(given)}`);
    // The key that was signed, not the one that came: the path may be encoded once more (links.ts).
    const key = url.slice(bucketId.length + 1);
    return upload({ request, writer: writerByLink(database, owner), bucketId, key, upsert });
  });
}

function sizeLimit(bucket: BucketRow): number {
  return Math.min(Number(bucket.file_size_limit ?? MAX_FILE_BYTES), MAX_FILE_BYTES);
}

/** Counted as it comes: a Content-Length may be missing or lie. */
async function* limited(bytes: AsyncIterable<Buffer>, limit: number): AsyncIterable<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > limit) throw new StorageError('EntityTooLarge');
    yield chunk;
  }
}

/** What stands for a folder is empty, whatever was sent with it. */
async function* nothingOf(bytes: AsyncIterable<Buffer>, limit: number): AsyncIterable<Buffer> {
  for await (const _chunk of limited(bytes, limit)) yield Buffer.alloc(0);
}

function describe(blob: Blob, sent: { mimetype: string; cacheControl: string }): ObjectMetadata {
  return {
    eTag: `"${blob.sha256.toString('hex').slice(0, 32)}"`,
    size: blob.size,
    mimetype: sent.mimetype,
    cacheControl: sent.cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: blob.size,
    httpStatusCode: 200,
  };
}
