import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOrRefuse, newKey, placeOf, queryValue, type StorageParts } from '../../context.ts';
import { StorageError } from '../../errors.ts';
import { mapDatabaseErrors, retryOnDeadlock } from '../../failures.ts';
import { contentCheckFor, isFolderMark, watchEnds } from '../../objects/content-check.ts';
import { isTypeAllowed } from '../../objects/mime-types.ts';
import { bucketOf, insertion, type NewObject } from '../../objects/objects.ts';
import { isForm, readUpload } from '../incoming.ts';
import { describe, limited, sizeLimit } from '../upload-limits.ts';
import { type Writer, writerByLink, writerFor } from '../writers.ts';

interface Upload {
  request: FastifyRequest;
  writer: Writer;
  bucketId: string;
  key: string;
  upsert: boolean;
}

/** The ways in: `POST` and `PUT /object/{bucket}/{key}`, and `PUT` to a signed link. */
export async function uploadRoutes(app: FastifyInstance, parts: StorageParts): Promise<void> {
  const { database, blobs, links, callerOf, load, underWay } = parts;

  // Bodies are files, whatever they call themselves: nothing may parse or limit them before us.
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  async function upload({ request, writer, bucketId, key, upsert }: Upload) {
    load.takeStream(request);
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
    const taken: string[] = [];
    return mapDatabaseErrors(key, async () => {
      // A refusal after half an hour of sending would be unkind, so the right is tried out first.
      const room = await writer.rehearse(
        insertion({ ...object, metadata: {}, userMetadata: null, blobId: randomUUID() }, upsert),
        object,
      );
      // A form's length is not that of the file in it, but hardly more.
      if (!isForm(request) && Number(request.headers['content-length']) > room) {
        throw new StorageError('QuotaExceeded');
      }
      const check = contentCheckFor({ isPerson: writer.owner !== undefined, bucketId, key });
      const ends = watchEnds(check?.begin);
      const { received, ...rest } = await readUpload(request, async (mimetype, bytes) => {
        const folder = isFolderMark(key);
        if (!folder && !isTypeAllowed(mimetype, bucket.allowed_mime_types)) {
          throw new StorageError('InvalidMimeType', { message: `mime type ${mimetype} is not supported` });
        }
        const blob = await blobs.receive(
          folder ? nothingOf(bytes, limit) : underWay.within(object, room, ends.watch(limited(bytes, limit))),
        );
        taken.push(blob.id);
        return blob;
      });
      const mimetype = check?.conclude(received.size, ends.seen()) ?? rest.mimetype;
      const statement = insertion(
        {
          ...object,
          metadata: describe(received, { ...rest, mimetype }),
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
      // Not left to the sweeper: what nobody counts for a day would fill the disk, refusal by refusal.
      for (const id of taken) await blobs.discard(id);
      throw error;
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
      signer,
      upsert = false,
    } = await links.verify('upload', token, `${bucketId}/${newKey(given)}`);
    if (signer === undefined) throw new StorageError('InvalidSignature');
    // The key that was signed, not the one that came: the path may be encoded once more (links.ts).
    const key = url.slice(bucketId.length + 1);
    return upload({ request, writer: writerByLink(database, signer), bucketId, key, upsert });
  });
}

/** What stands for a folder is empty, whatever was sent with it. */
async function* nothingOf(bytes: AsyncIterable<Buffer>, limit: number): AsyncIterable<Buffer> {
  for await (const _chunk of limited(bytes, limit)) yield Buffer.alloc(0);
}
