import type { Readable } from 'node:stream';
import { DataStore, Metadata, Upload } from '@tus/server';
import type { FastifyRequest } from 'fastify';
import { mapDatabaseErrors } from '../../database-errors.ts';
import { StorageError } from '../../errors.ts';
import { contentCheckFor, isFolderPlaceholder } from '../../objects/content-check.ts';
import { isTypeAllowed } from '../../objects/mime-types.ts';
import { findBucket } from '../../objects/objects.ts';
import { sizeLimit } from '../upload-limits.ts';
import { discardUpload, type OwnedUpload, receive } from './receive.ts';
import { type Authorize, EMPTY_BODY, type RequestBody, type TusDeps } from './request.ts';
import { declareLength, findUpload, insertUpload, parseUploadMetadata } from './uploads-table.ts';

/** As the table's default. The hosted service's one day is too short for people who scan on weekends. */
const EXPIRES_MS = 7 * 24 * 60 * 60 * 1000;

/** For one request. Bytes are read from it directly: the library's web streams would copy them several times. */
export function createUploadStore(
  deps: TusDeps,
  request: FastifyRequest,
  authorize: Authorize,
  body: RequestBody,
) {
  const { database, load } = deps;
  let found: OwnedUpload | undefined;
  const requireFound = (): OwnedUpload => {
    if (found === undefined) throw new Error('no upload was found for this request');
    return found;
  };
  return Object.assign(new DataStore(), {
    extensions: ['creation', 'creation-with-upload', 'creation-defer-length', 'termination', 'expiration'],
    getExpiration: (): number => EXPIRES_MS,
    /** Finds the upload for its creator. For all others it does not exist. Comes before anything else that is done to it. */
    find: async (id: string): Promise<void> => {
      const upload = await findUpload(database, id);
      found = { upload, uploader: await authorize(upload, upload) };
    },
    /** Rejects invalid uploads before the client sends a gigabyte, not at the end. */
    create: async (upload: Upload): Promise<Upload> => {
      const { id, size: length = null } = upload;
      const { 'x-upsert': replaces, 'upload-metadata': tusMetadata } = request.headers;
      const metadata = parseUploadMetadata(upload.metadata);
      const { bucketId, key, contentType } = metadata;
      const uploader = await authorize(metadata);
      const { role, writer, upsert = replaces === 'true' } = uploader;
      const bucket = await findBucket(database, bucketId);
      if (length !== null && length > sizeLimit(bucket)) throw new StorageError('EntityTooLarge');
      if (isFolderPlaceholder(key) ? length !== 0 : !isTypeAllowed(contentType, bucket.allowed_mime_types)) {
        throw new StorageError('InvalidMimeType', { message: `mime type ${contentType} is not supported` });
      }
      const created = await mapDatabaseErrors(key, async () => {
        const room = await writer.dryRun(metadata, upsert);
        if (length !== null && length > room) throw new StorageError('QuotaExceeded');
        contentCheckFor({ isPerson: writer.owner !== undefined, bucketId, key }, length ?? undefined);
        return insertUpload(writer, {
          ...metadata,
          id,
          role,
          owner: writer.owner ?? null,
          upsert,
          length,
          tusMetadata: typeof tusMetadata === 'string' ? tusMetadata : '',
        });
      });
      // An empty file is complete at once.
      if (length === 0) await receive(deps, { upload: created, uploader }, EMPTY_BODY);
      found = { upload: { ...created, isFinished: length === 0 }, uploader };
      return upload;
    },
    /** Reads the row again: an earlier request may have ended while this one waited for the lock. */
    getUpload: async (id: string): Promise<Upload> => {
      const { uploader } = requireFound();
      const upload = await findUpload(database, id);
      found = { upload, uploader };
      const { received: offset, length, tusMetadata, createdAt } = upload;
      return new Upload({
        id,
        offset,
        creation_date: createdAt.toISOString(),
        ...(length === null ? {} : { size: length }),
        ...(tusMetadata === '' ? {} : { metadata: Metadata.parse(tusMetadata) }),
      });
    },
    write: async (unused: Readable): Promise<number> => {
      unused.resume();
      const owned = requireFound();
      load.takeStream(request);
      return receive(deps, owned, body);
    },
    declareUploadLength: async (id: string, length: number): Promise<void> => {
      const { upload, uploader } = requireFound();
      if (length > sizeLimit(await findBucket(database, upload.bucketId))) {
        throw new StorageError('EntityTooLarge');
      }
      if (!(await declareLength(database, id, length))) throw new StorageError('NoSuchUpload');
      found = { upload: { ...upload, length }, uploader };
    },
    remove: async (id: string): Promise<void> => {
      requireFound();
      await discardUpload(deps, id);
    },
    // A release of the library may name them otherwise, and would then use its own.
  } satisfies Partial<DataStore> & { find: unknown });
}
