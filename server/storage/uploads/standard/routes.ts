import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { objectPath, parseNewKey, queryValue, requireCaller, type StorageDeps } from '../../context.ts';
import { mapDatabaseErrors, retryOnDeadlock } from '../../database-errors.ts';
import { StorageError } from '../../errors.ts';
import { captureEnds, contentCheckFor, isFolderPlaceholder } from '../../objects/content-check.ts';
import { isTypeAllowed } from '../../objects/mime-types.ts';
import { findBucket, insertStatement, type NewObject } from '../../objects/objects.ts';
import { limitBytes, sizeLimit } from '../upload-limits.ts';
import { objectMetadata } from '../upload-metadata.ts';
import { createLinkWriter, createWriter, type Writer } from '../writer.ts';
import { isForm, readUpload } from './read-upload.ts';

interface Upload {
  request: FastifyRequest;
  writer: Writer;
  bucketId: string;
  key: string;
  upsert: boolean;
}

/** `POST` and `PUT /object/{bucket}/{key}`, and `PUT` to a signed link. */
export async function uploadRoutes(app: FastifyInstance, deps: StorageDeps): Promise<void> {
  const { database, blobs, links, callerOf, load, inFlight } = deps;

  // Bodies are files, with any content type: no parser or body limit may apply.
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  async function upload({ request, writer, bucketId, key, upsert }: Upload) {
    load.takeStream(request);
    const bucket = await findBucket(database, bucketId);
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
    const taken: string[] = [];
    return mapDatabaseErrors(key, async () => {
      // Check the right to write before the client sends for half an hour.
      const room = await writer.dryRun(
        insertStatement({ ...object, metadata: {}, userMetadata: null, blobId: randomUUID() }, upsert),
        object,
      );
      // A form is slightly longer than the file in it, so its length is not checked.
      if (!isForm(request) && Number(request.headers['content-length']) > room) {
        throw new StorageError('QuotaExceeded');
      }
      const check = contentCheckFor({ isPerson: writer.owner !== undefined, bucketId, key });
      const ends = captureEnds(check?.begin);
      const { received, ...rest } = await readUpload(request, async (mimetype, bytes) => {
        const folder = isFolderPlaceholder(key);
        if (!folder && !isTypeAllowed(mimetype, bucket.allowed_mime_types)) {
          throw new StorageError('InvalidMimeType', { message: `mime type ${mimetype} is not supported` });
        }
        const blob = await blobs.receive(
          folder
            ? dropBytes(bytes, limit)
            : inFlight.limit(object, room, ends.watch(limitBytes(bytes, limit))),
        );
        taken.push(blob.id);
        return blob;
      });
      const mimetype = check?.conclude(received.size, ends.seen()) ?? rest.mimetype;
      const statement = insertStatement(
        {
          ...object,
          metadata: objectMetadata(received, { ...rest, mimetype }),
          userMetadata: rest.userMetadata,
          blobId: received.id,
          version: blobs.binding.version({
            bucket_id: bucketId,
            name: key,
            blob_id: received.id,
            size: received.size,
          }),
        },
        upsert,
      );
      const { rows } = await retryOnDeadlock(() => writer.write<{ id: string }>(statement));
      return { Id: rows[0]?.id ?? object.id, Key: `${bucketId}/${key}` };
    }).catch(async (error: unknown) => {
      // Not left to the sweeper: bytes of failed uploads, uncounted for a day, could fill the disk.
      for (const id of taken) await blobs.discard(id);
      throw error;
    });
  }

  const byCaller = async (request: FastifyRequest, upsert: boolean) => {
    const writer = createWriter(database, await requireCaller(callerOf, request));
    const { bucketId, given } = objectPath(request);
    return upload({ request, writer, bucketId, key: parseNewKey(given), upsert });
  };
  app.post('/object/:bucket/*', (request) => byCaller(request, request.headers['x-upsert'] === 'true'));
  app.put('/object/:bucket/*', (request) => byCaller(request, true));

  app.put('/object/upload/sign/:bucket/*', async (request) => {
    const { bucketId, given } = objectPath(request);
    const token = queryValue(request, 'token');
    if (token === undefined) {
      throw new StorageError('InvalidRequest', {
        message: "querystring must have required property 'token'",
      });
    }
    const {
      url,
      signer,
      upsert = false,
    } = await links.verify('upload', token, `${bucketId}/${parseNewKey(given)}`);
    if (signer === undefined) throw new StorageError('InvalidSignature');
    // The signed key, not the sent one: the path may be encoded once more (links.ts).
    const key = url.slice(bucketId.length + 1);
    return upload({ request, writer: createLinkWriter(database, signer), bucketId, key, upsert });
  });
}

/** A folder placeholder is always empty; bytes sent with it are dropped. */
async function* dropBytes(bytes: AsyncIterable<Buffer>, limit: number): AsyncIterable<Buffer> {
  for await (const _chunk of limitBytes(bytes, limit)) yield Buffer.alloc(0);
}
