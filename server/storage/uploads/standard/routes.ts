import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RELAXED } from '../../blobs/blobs.ts';
import { captureEnds } from '../../blobs/file-ends.ts';
import { linkToken, objectPath, parseNewKey, requireCaller, type StorageDeps } from '../../context.ts';
import { mapDatabaseErrors } from '../../database-errors.ts';
import { StorageError } from '../../errors.ts';
import { contentCheckFor, isFolderPlaceholder } from '../../objects/content-check.ts';
import { isTypeAllowed } from '../../objects/mime-types.ts';
import { type BucketRow, findBucket, insertStatement, objectFor } from '../../objects/objects.ts';
import { createLinkWriter, createWriter, type Writer } from '../../objects/writer.ts';
import { limitBytes, sizeLimit } from '../upload-limits.ts';
import { isForm, readUpload } from './read-upload.ts';

interface Upload {
  request: FastifyRequest;
  writer: Writer;
  bucketId: string;
  key: string;
  upsert: boolean;
}

/** Up to this size, a refusal may come after the bytes, which visitors may never write. */
const SHORT_BYTES = 2 * 1024 ** 2;

const ANNOUNCE = `with bucket as (
    select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = $1
  ), announced as (
    insert into storage.blobs (id) select $2 from bucket, ${RELAXED}
  )
  select * from bucket`;

/** `POST` and `PUT /object/{bucket}/{key}`, and `PUT` to a signed link. */
export async function uploadRoutes(app: FastifyInstance, deps: StorageDeps): Promise<void> {
  const { database, blobs, links, callerOf, load, inFlight } = deps;

  // Bodies are files, with any content type: no parser or body limit may apply.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  /**
   * A short upload takes two round trips: announce, session, and limits; then the rows of blob and object, when the bytes
   * are durable.
   */
  async function upload({ request, writer, bucketId, key, upsert }: Upload) {
    load.takeStream(request);
    const length = lengthOf(request);
    // A form is slightly longer than the file in it, so its length says little.
    const fileLength = isForm(request) ? 0 : (length ?? 0);
    const isShort = length !== undefined && length <= SHORT_BYTES && writer.role !== 'anon';
    const object = { id: randomUUID(), bucketId, key, owner: writer.owner };
    const requireSize = (bucket: BucketRow) => {
      if (fileLength > sizeLimit(bucket)) throw new StorageError('EntityTooLarge');
    };
    return mapDatabaseErrors(key, async () => {
      if (!isShort) {
        requireSize(await findBucket(database, bucketId));
        // Before a client sends for half an hour, the whole insert is tried.
        await writer.dryRun(object, upsert);
      }
      const blobId = randomUUID();
      const announce = { prepared: true, text: ANNOUNCE, values: [bucketId, blobId] };
      const { row: bucket, room } = await writer.admit<BucketRow>(announce, object);
      if (!bucket) throw new StorageError('NoSuchBucket');
      try {
        requireSize(bucket);
        if (fileLength > room) throw new StorageError('QuotaExceeded');
        const limit = sizeLimit(bucket);
        const isFolder = isFolderPlaceholder(key);
        const check = contentCheckFor({ isPerson: writer.owner !== undefined, bucketId, key });
        const ends = captureEnds(check?.begin);
        const { received: blob, ...rest } = await readUpload(request, (mimetype, bytes) => {
          if (!isFolder && !isTypeAllowed(mimetype, bucket.allowed_mime_types)) {
            throw new StorageError('InvalidMimeType', { message: `mime type ${mimetype} is not supported` });
          }
          const limited = limitBytes(bytes, limit);
          return blobs.receiveAnnounced(
            blobId,
            isFolder ? dropBytes(limited) : inFlight.limit(object, room, ends.watch(limited)),
          );
        });
        const mimetype = check?.conclude(blob.size, ends.seen()) ?? rest.mimetype;
        const whole = objectFor(blobs.binding, blob, { ...object, ...rest, mimetype });
        const { rows } = await writer.writeWith<{ id: string }>(blob.record, insertStatement(whole, upsert));
        return { Id: rows[0]?.id ?? object.id, Key: `${bucketId}/${key}` };
      } catch (error) {
        // Not left to the sweeper: bytes of failed uploads, uncounted for a day, could fill the disk.
        await blobs.discard(blobId);
        // A caller without the right to write learns that, and not what is wrong with the file.
        if (isShort && error instanceof StorageError) await writer.dryRun(object, upsert);
        throw error;
      }
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
    const token = linkToken(request);
    const path = `${bucketId}/${parseNewKey(given)}`;
    const { url, signer, upsert = false } = await links.verify('upload', token, path);
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
async function* dropBytes(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const _chunk of bytes) yield Buffer.alloc(0);
}
