import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nameForBytes } from '#domain/documents/document-types.ts';
import { MAX_NAME_TEXT } from '#domain/documents/file-names.ts';
import { servedType } from '#domain/documents/served-types.ts';
import { withoutHidden } from '#domain/text/hidden-characters.ts';
import { normalizeCut } from '#domain/text/unicode.ts';
import type { BlobRow, Blobs } from '../blobs/blobs.ts';
import type { SegmentReader } from '../blobs/read-segments.ts';
import { release } from '../blobs/release.ts';
import type { ByteRange } from '../blobs/segments.ts';
import { BlobMissingError } from '../blobs/stores/blob-store.ts';
import { StorageError } from '../errors.ts';
import { isShownInline, SANDBOX } from '../objects/mime-types.ts';
import type { ObjectRow } from '../objects/objects.ts';

interface Delivery {
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
  const open = async () => {
    if (isCurrent || request.method !== 'GET')
      return { content: await blobs.contentOf(object), bytes: undefined };
    // Opens and records at once, to save a round trip to the database. Fails if either fails, so a file that turns out to be
    // unreadable may have a record, and never the other way around.
    const file = await blobs.open(object, size, range, record(range !== undefined && range.start > 0));
    return file ?? { content: await blobs.contentOf(object), bytes: await blobs.read(object, range) };
  };
  const { content, bytes } = await open().catch((cause: unknown) => {
    // The row exists, so the bytes were lost in the store. An internal error, which is logged.
    throw cause instanceof BlobMissingError ? new Error("an object's blob is gone", { cause }) : cause;
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
  const raw = takeOver(reply);
  // Like a stream, they count as a document in transit until they are sent.
  if (Buffer.isBuffer(bytes)) raw.end(bytes);
  else await sendBytes(request, raw, bytes);
  return reply;
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

/** RFC 6266: the name in UTF-8, and in ASCII for old browsers. No character can end the header or the quotes. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  // A name requested in the URL may be as long as the URL.
  const safe = withoutHidden(normalizeCut(name, MAX_NAME_TEXT))
    .toWellFormed()
    .replace(/[\p{Cc}/]/gu, '_');
  const ascii = normalizeCut(safe, MAX_NAME_TEXT, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/**
 * The requested range. Undefined if everything is to be sent: without a header, and for an invalid header or several
 * ranges, which HTTP lets a server ignore (RFC 9110, 14.2). 'unsatisfiable' beyond the end.
 */
export function requestedRange(
  header: string | undefined,
  size: number,
): ByteRange | undefined | 'unsatisfiable' {
  const asked = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '');
  const [, from = '', to = ''] = asked ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}

/**
 * Sends the bytes with the headers that were set. Not by Fastify, to free or reuse the memory of each buffer after the
 * system has taken its bytes. If reading fails, the connection is closed, and the client notices by the content length.
 */
async function sendBytes(
  request: FastifyRequest,
  raw: ServerResponse,
  bytes: Readable | SegmentReader,
): Promise<void> {
  let clientLeft = false;
  let sent = Promise.withResolvers<void>();
  // Nothing waits for it before the first bytes are sent.
  sent.promise.catch(() => undefined);
  const leave = () => {
    clientLeft = true;
    sent.reject(new Error('the client has left'));
    // It may be waiting for a remote store.
    if (bytes instanceof Readable) bytes.destroy();
  };
  raw.once('close', leave);
  const send = (chunk: Buffer): Promise<void> => {
    sent = Promise.withResolvers();
    if (raw.destroyed) leave();
    else raw.write(chunk, (error) => (error ? leave() : sent.resolve()));
    return sent.promise;
  };
  try {
    if (bytes instanceof Readable) {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        await send(chunk);
        release(chunk);
      }
    } else {
      for (let chunk = await bytes.next(); chunk; chunk = await bytes.next()) await send(chunk);
    }
    raw.end();
  } catch (err) {
    raw.destroy();
    if (!clientLeft) request.log.error({ err }, 'a stored file could not be sent whole');
  } finally {
    if (!(bytes instanceof Readable)) await bytes.close();
  }
}

function takeOver(reply: FastifyReply): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  raw.statusCode = reply.statusCode;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  return raw;
}
