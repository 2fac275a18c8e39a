import { newKey } from '../../context.ts';
import { StorageError } from '../../errors.ts';
import { mediaType } from '../../objects/mime-types.ts';
import { headerValue, parseMetadata } from '../incoming.ts';

/** What a client says of an upload that it begins (Upload-Metadata), as far as we know it. */
export interface Sent {
  bucketId: string;
  key: string;
  contentType: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
  /** By which the client will know the file again; nothing depends on it. */
  fingerprint: string | null;
}

/** The names are the hosted service's; `fingerprint` is ours. Anything else is kept, and means nothing. */
export function readSent(metadata: Record<string, string | null> | undefined): Sent {
  const { bucketName, objectName, contentType, cacheControl, metadata: more, fingerprint } = metadata ?? {};
  if (!bucketName) throw missing('bucketName');
  if (!objectName) throw missing('objectName');
  if (fingerprint && !/^[0-9a-f]{1,128}$/.test(fingerprint)) {
    throw new StorageError('InvalidRequest', {
      message: 'Upload-Metadata: the fingerprint must be 1 to 128 hexadecimal digits',
    });
  }
  return {
    bucketId: bucketName,
    key: newKey(objectName),
    contentType: mediaType(contentType ?? undefined),
    cacheControl: cacheControl ? headerValue(`max-age=${cacheControl}`) : 'no-cache',
    userMetadata: more ? parseMetadata(more) : null,
    fingerprint: fingerprint || null,
  };
}

function missing(name: string): StorageError {
  return new StorageError('InvalidRequest', {
    message: `Upload-Metadata must have required property '${name}'`,
  });
}
