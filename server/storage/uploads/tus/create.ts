import type { Upload } from '@tus/server';
import { parseNewKey } from '../../context.ts';
import { mapDatabaseErrors } from '../../database-errors.ts';
import { invalidRequest, StorageError } from '../../errors.ts';
import { contentCheckFor, isFolderPlaceholder } from '../../objects/content-check.ts';
import { isTypeAllowed, mediaType } from '../../objects/mime-types.ts';
import { findBucket } from '../../objects/objects.ts';
import { headerValue, parseMetadata } from '../../objects/upload-metadata.ts';
import { sizeLimit } from '../upload-limits.ts';
import type { OwnedUpload } from './receive.ts';
import type { TusDeps, TusRequest } from './request.ts';
import { insertUpload, type UploadMetadata, type UploadRow } from './uploads-table.ts';

/** Creates an upload. Rejects invalid uploads before the client sends a gigabyte, not at the end. */
export async function createUpload(
  { database }: TusDeps,
  request: TusRequest,
  { id, length }: Pick<UploadRow, 'id' | 'length'>,
  metadata: Upload['metadata'],
): Promise<OwnedUpload> {
  const parsed = parseUploadMetadata(metadata);
  const { bucketId, key, contentType } = parsed;
  const uploader = await request.authorize(parsed);
  const { role, writer, upsert = request.upsert } = uploader;
  const bucket = await findBucket(database, bucketId);
  if (length !== null && length > sizeLimit(bucket)) throw new StorageError('EntityTooLarge');
  if (isFolderPlaceholder(key) ? length !== 0 : !isTypeAllowed(contentType, bucket.allowed_mime_types)) {
    throw new StorageError('InvalidMimeType', { message: `mime type ${contentType} is not supported` });
  }
  return mapDatabaseErrors(key, async () => {
    const room = await writer.dryRun(parsed, upsert);
    if (length !== null && length > room) throw new StorageError('QuotaExceeded');
    contentCheckFor({ isPerson: writer.owner !== undefined, bucketId, key }, length ?? undefined);
    const own = { id, role, owner: writer.owner ?? null, upsert, length, tusMetadata: request.tusMetadata };
    return { upload: await insertUpload(writer, { ...parsed, ...own }), uploader };
  });
}

/** `Upload-Metadata`: the hosted service's names, and our `fingerprint`. Other values are stored, but have no effect. */
function parseUploadMetadata(metadata: Upload['metadata']): UploadMetadata {
  const { bucketName, objectName, contentType, cacheControl, metadata: more, fingerprint } = metadata ?? {};
  if (!bucketName) throw missing('bucketName');
  if (!objectName) throw missing('objectName');
  if (fingerprint && !/^[0-9a-f]{1,128}$/.test(fingerprint)) {
    throw invalidRequest('Upload-Metadata: the fingerprint must be 1 to 128 hexadecimal digits');
  }
  return {
    bucketId: bucketName,
    key: parseNewKey(objectName),
    contentType: mediaType(contentType ?? undefined),
    cacheControl: cacheControl ? headerValue(`max-age=${cacheControl}`) : 'no-cache',
    userMetadata: more ? parseMetadata(more) : null,
    fingerprint: fingerprint || null,
  };
}

function missing(name: string): StorageError {
  return invalidRequest(`Upload-Metadata must have required property '${name}'`);
}
