import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { StorageError } from '#server/http/wire-error.ts';
import type { Blob } from './blobs.ts';
import {
  type ContentCheck,
  contentCheckFor,
  isFolderMark,
  type Watched,
  watchEnds,
} from './content-check.ts';
import { callerOrRefuse, newKey, placeOf, queryValue, type StorageParts } from './context.ts';
import { refusingAsWire } from './failures.ts';
import { isForm, readUpload } from './incoming.ts';
import { isTypeAllowed } from './mime-types.ts';
import { bucketOf, insertion, type NewObject } from './objects.ts';
import { describe, limited, sizeLimit } from './taking-in.ts';
import { type Writer, writerByLink, writerFor } from './writers.ts';

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
      const check = contentCheckFor({ isPerson: writer.owner !== undefined, bucketId, key });
      const ends = watchEnds(check?.begin);
      const folder = isFolderMark(key);
      const { received, ...rest } = await readUpload(request, (mimetype, bytes) => {
        if (!folder && !isTypeAllowed(mimetype, bucket.allowed_mime_types)) {
          throw new StorageError('InvalidMimeType', { message: `mime type ${mimetype} is not supported` });
        }
        if (folder) return blobs.receive(nothingOf(bytes, limit));
        return blobs.receive(ends.watch(limited(bytes, limit)));
      });
      const metadata = describe(received, {
        ...rest,
        ...(check && { mimetype: await concluded(check, received, ends.seen()) }),
      });
      const { rows } = await writer.write<{ id: string }>(
        insertion({ ...object, metadata, userMetadata: rest.userMetadata, blobId: received.id }, upsert),
      );
      return { Id: rows[0]?.id ?? object.id, Key: `${bucketId}/${key}` };
    });
  }

  /** The type that the content has. What is refused only now is not kept till the sweeper comes. */
  async function concluded(check: ContentCheck, { id, size }: Blob, ends: Watched): Promise<string> {
    try {
      return check.conclude(size, ends);
    } catch (error) {
      await blobs.discard(id);
      throw error;
    }
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

/** What stands for a folder is empty, whatever was sent with it. */
async function* nothingOf(bytes: AsyncIterable<Buffer>, limit: number): AsyncIterable<Buffer> {
  for await (const _chunk of limited(bytes, limit)) yield Buffer.alloc(0);
}
