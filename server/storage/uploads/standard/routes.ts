import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { captureEnds } from '../../blobs/file-ends.ts';
import { objectPath, parseNewKey, queryValue, requireCaller, type StorageDeps } from '../../context.ts';
import { mapDatabaseErrors } from '../../database-errors.ts';
import { invalidRequest, StorageError } from '../../errors.ts';
import { contentCheckFor, isFolderPlaceholder } from '../../objects/content-check.ts';
import { isTypeAllowed } from '../../objects/mime-types.ts';
import { insertStatement, type NewObject } from '../../objects/objects.ts';
import { objectMetadata } from '../../objects/upload-metadata.ts';
import { createLinkWriter, createWriter, type Writer } from '../../objects/writer.ts';
import { limitBytes, sizeLimit } from '../upload-limits.ts';
import { type Intake, openIntake } from './intake.ts';
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
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  async function upload({ request, writer, bucketId, key, upsert }: Upload) {
    load.takeStream(request);
    const isRaw = !isForm(request);
    const length = lengthOf(request);
    const object = { id: randomUUID(), bucketId, key, owner: writer.owner };
    return mapDatabaseErrors(key, async () => {
      const intake = await openIntake({ database, blobs, writer, object, upsert, length, isRaw });
      try {
        if (isRaw && length !== undefined && length > intake.room) throw new StorageError('QuotaExceeded');
        return await store(request, intake, object, upsert);
      } catch (error) {
        // Not left to the sweeper: bytes of failed uploads, uncounted for a day, could fill the disk.
        throw await intake.fail(error);
      }
    });
  }

  async function store(
    request: FastifyRequest,
    { bucket, room, receive, write }: Intake,
    object: Pick<NewObject, 'id' | 'bucketId' | 'key' | 'owner'>,
    upsert: boolean,
  ) {
    const { id, bucketId, key, owner } = object;
    const limit = sizeLimit(bucket);
    const check = contentCheckFor({ isPerson: owner !== undefined, bucketId, key });
    const ends = captureEnds(check?.begin);
    const { received, ...rest } = await readUpload(request, (mimetype, bytes) => {
      const isFolder = isFolderPlaceholder(key);
      if (!isFolder && !isTypeAllowed(mimetype, bucket.allowed_mime_types)) {
        throw new StorageError('InvalidMimeType', { message: `mime type ${mimetype} is not supported` });
      }
      return receive(
        isFolder
          ? dropBytes(bytes, limit)
          : inFlight.limit(object, room, ends.watch(limitBytes(bytes, limit))),
      );
    });
    const { id: blobId, size } = received;
    const mimetype = check?.conclude(size, ends.seen()) ?? rest.mimetype;
    const version = blobs.binding.version({ bucket_id: bucketId, name: key, blob_id: blobId, size });
    const metadata = objectMetadata(received, { ...rest, mimetype });
    const statement = insertStatement(
      { ...object, metadata, userMetadata: rest.userMetadata, blobId, version },
      upsert,
    );
    const { rows } = await write(statement);
    return { Id: rows[0]?.id ?? id, Key: `${bucketId}/${key}` };
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
      throw invalidRequest("querystring must have required property 'token'");
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

function lengthOf({ headers: { 'content-length': length } }: FastifyRequest): number | undefined {
  return length === undefined ? undefined : Number(length);
}

/** A folder placeholder is always empty; bytes sent with it are dropped. */
async function* dropBytes(bytes: AsyncIterable<Buffer>, limit: number): AsyncIterable<Buffer> {
  for await (const _chunk of limitBytes(bytes, limit)) yield Buffer.alloc(0);
}
