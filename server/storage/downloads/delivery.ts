import type { FastifyReply, FastifyRequest } from 'fastify';
import { nameForBytes } from '#domain/documents/document-types.ts';
import { servedType } from '#domain/documents/served-types.ts';
import type { BlobRow, Blobs } from '../blobs/blobs.ts';
import { BlobMissingError } from '../blobs/stores/blob-store.ts';
import { StorageError } from '../errors.ts';
import { isShownInline, SANDBOX } from '../objects/mime-types.ts';
import type { ObjectRow } from '../objects/objects.ts';
import { requestedRange } from './byte-ranges.ts';
import { contentDisposition } from './content-disposition.ts';
import { sendBytes, sendWhole } from './send-bytes.ts';

export interface Delivery {
  object: ObjectRow;
  /** Whether everyone may read it, so that shared caches may store it. */
  isPublic: boolean;
  /** Sent as an attachment with this name; '' means the object's own name. */
  download?: string | undefined;
  /** Records the access before anything is sent; if that fails, nothing is. `continues`: not from the first byte. */
  record(continues: boolean): Promise<BlobRow | undefined>;
}

/** Answers with an object's bytes, or with the part that conditions and ranges allow. `HEAD` sends none. */
export async function deliver(
  request: FastifyRequest,
  reply: FastifyReply,
  blobs: Blobs,
  { object, isPublic, download, record }: Delivery,
): Promise<FastifyReply> {
  const { metadata } = object;
  const size = metadata.size ?? 0;
  const etag = etagOf(object);
  const modified = new Date(metadata.lastModified ?? object.updated_at);
  const isCurrent = isUnchanged(request, etag, modified);
  const range = isCurrent ? undefined : rangeOf(request, size, etag);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`);
    throw new StorageError('InvalidRange');
  }
  const { content, bytes } = await requireBytes(async () => {
    if (isCurrent || request.method !== 'GET')
      return { content: await blobs.contentOf(object), bytes: undefined };
    // Opens and records at once, to save a round trip to the database. Fails if either fails, so a file that turns out to be
    // unreadable may have a record, and never the other way around.
    const file = await blobs.open(object, size, range, record(range !== undefined && range.start > 0));
    return file ?? { content: await blobs.contentOf(object), bytes: await blobs.read(object, range) };
  });

  const claimed = metadata.mimetype ?? '';
  const type = servedType(content, claimed);
  const name = download || nameForBytes(object.name.split('/').at(-1) ?? '', type);
  reply.headers({
    etag,
    'last-modified': modified.toUTCString(),
    'cache-control': cacheControl(isPublic, metadata.cacheControl),
    'accept-ranges': 'bytes',
    'content-disposition': contentDisposition(
      download === undefined && isShownInline(type, claimed) ? 'inline' : 'attachment',
      name,
    ),
    'content-security-policy': SANDBOX,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': isPublic ? 'cross-origin' : 'same-origin',
  });
  if (isCurrent) return reply.code(304).send();
  reply.header('content-type', type).header('content-length', range ? range.end - range.start + 1 : size);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  if (bytes === undefined) return reply.send();
  if (Buffer.isBuffer(bytes)) sendWhole(reply, bytes);
  else await sendBytes(request, reply, bytes);
  return reply;
}

async function requireBytes<T>(look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    // The row exists, so the bytes were lost in the store. An internal error, which is logged.
    if (error instanceof BlobMissingError) throw new Error("an object's blob is gone", { cause: error });
    throw error;
  }
}

export function etagOf({ metadata, version }: ObjectRow): string {
  return metadata.eTag ?? `"${version}"`;
}

function rangeOf(request: FastifyRequest, size: number, etag: string) {
  const condition = request.headers['if-range'];
  // The client has a part of another version, so it gets everything.
  if (condition !== undefined && condition !== etag) return undefined;
  return requestedRange(request.headers.range, size);
}

function isUnchanged(request: FastifyRequest, etag: string, modified: Date): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = request.headers;
  if (tags !== undefined) {
    const strong = (tag: string) => tag.trim().replace(/^W\//, '');
    return tags.trim() === '*' || tags.split(',').some((tag) => strong(tag) === etag);
  }
  // HTTP dates have whole seconds.
  return since !== undefined && Math.floor(modified.getTime() / 1000) * 1000 <= Date.parse(since);
}

/** A browser may store a private document, but must revalidate it each time. */
function cacheControl(isPublic: boolean, stored = 'no-cache'): string {
  if (!isPublic) return 'private, no-cache';
  return /^max-age=\d+$/.test(stored) ? `public, ${stored}` : 'public, no-cache';
}
