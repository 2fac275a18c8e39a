import { randomUUID } from 'node:crypto';
import { StorageError } from '../../errors.ts';
import { mapDatabaseErrors } from '../../failures.ts';
import { contentCheckFor, isFolderMark } from '../../objects/content-check.ts';
import { isTypeAllowed } from '../../objects/mime-types.ts';
import { bucketOf, insertion } from '../../objects/objects.ts';
import { sizeLimit } from '../upload-limits.ts';
import type { KnownBeginner } from './beginners.ts';
import type { ResumableParts, Visit } from './parts.ts';
import { readSent } from './sent-metadata.ts';
import { beginUpload, type UploadRow } from './upload-rows.ts';

interface Begun {
  id: string;
  length: number | undefined;
  metadata: Record<string, string | null> | undefined;
}

/** Begins an upload. What would be refused at its end is refused here, before anybody has sent a gigabyte. */
export async function begin(
  { database }: ResumableParts,
  visit: Visit,
  { id, length, metadata }: Begun,
): Promise<{ upload: UploadRow; beginner: KnownBeginner }> {
  const sent = readSent(metadata);
  const { bucketId, key, contentType, userMetadata } = sent;
  const beginner = await visit.begunBy(sent);
  const { role, owner, writer, upsert = visit.upsert } = beginner;
  const bucket = await bucketOf(database, bucketId);
  if (length !== undefined && length > sizeLimit(bucket)) throw new StorageError('EntityTooLarge');
  if (isFolderMark(key) ? length !== 0 : !isTypeAllowed(contentType, bucket.allowed_mime_types)) {
    throw new StorageError('InvalidMimeType', { message: `mime type ${contentType} is not supported` });
  }
  return mapDatabaseErrors(key, async () => {
    const object = { id: randomUUID(), bucketId, key, owner: writer.owner, metadata: {}, userMetadata };
    const room = await writer.rehearse(insertion({ ...object, blobId: randomUUID() }, upsert), object);
    if (length !== undefined && length > room) throw new StorageError('QuotaExceeded');
    contentCheckFor({ isPerson: writer.owner !== undefined, bucketId, key }, length);
    const { tusMetadata } = visit;
    const upload = await beginUpload(writer, { ...sent, id, role, owner, upsert, length, tusMetadata });
    return { upload, beginner };
  });
}
