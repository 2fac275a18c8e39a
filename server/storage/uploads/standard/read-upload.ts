import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { STALL_MS } from '#server/http/load/limits.ts';
import { StorageError } from '../../errors.ts';
import { mediaType } from '../../objects/mime-types.ts';
import { IDLE_MS } from '../upload-limits.ts';
import { headerValue, parseMetadata } from '../upload-metadata.ts';

/** What a client sends in addition to the bytes. */
export interface UploadFields {
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
}

export interface Received<T> extends UploadFields {
  mimetype: string;
  received: T;
}

/** Consumes the bytes of the file. Called once. */
type Receive<T> = (mimetype: string, bytes: AsyncIterable<Buffer>) => Promise<T>;

const FIELD_BYTES = 64 * 1024;
const MAX_FIELDS = 20;

/**
 * Reads an upload as storage-js sends it: the bytes themselves, or a form with one file, whose fields may come before
 * or after the file. After an error the rest of the body is read and dropped, because a client that is still sending
 * does not see the answer.
 */
export async function readUpload<T>(request: FastifyRequest, receive: Receive<T>): Promise<Received<T>> {
  // A client that stops in the middle of a file must not hold it open forever.
  request.raw.setTimeout(IDLE_MS, () => request.raw.destroy());
  try {
    return await (isForm(request) ? readForm(request, receive) : readRaw(request, receive));
  } catch (error) {
    // The parser of forms would go on: 64 KB can have ten thousand parts.
    request.raw.unpipe();
    request.raw.resume();
    throw error;
  } finally {
    request.raw.socket.setTimeout(STALL_MS);
  }
}

export function isForm(request: FastifyRequest): boolean {
  return /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
}

async function readRaw<T>(request: FastifyRequest, receive: Receive<T>): Promise<Received<T>> {
  const { 'content-type': type, 'cache-control': cacheControl, 'x-metadata': metadata } = request.headers;
  const mimetype = mediaType(type);
  const encoded = Array.isArray(metadata) ? metadata[0] : metadata;
  const userMetadata =
    encoded === undefined ? null : parseMetadata(Buffer.from(encoded, 'base64').toString());
  // Not destroyed when the loop ends early: the connection still has to carry the answer.
  const bytes = request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  return {
    mimetype,
    cacheControl: headerValue(cacheControl ?? 'no-cache'),
    userMetadata,
    received: await receive(mimetype, refuseIncomplete(bytes)),
  };
}

async function readForm<T>(request: FastifyRequest, receive: Receive<T>): Promise<Received<T>> {
  const parts = request.parts({
    limits: {
      files: 1,
      fields: MAX_FIELDS,
      parts: MAX_FIELDS + 1,
      fieldSize: FIELD_BYTES,
      fileSize: Number.POSITIVE_INFINITY,
    },
  });
  const fields = new Map<string, string>();
  let file: { mimetype: string; received: T } | undefined;
  for (;;) {
    const { value: part, done } = await parts.next().catch(unreadable);
    if (done) break;
    if (part.type === 'file') {
      const mimetype = mediaType(part.mimetype);
      file = { mimetype, received: await receivePart(part, (bytes) => receive(mimetype, bytes)) };
    } else if (part.valueTruncated) {
      throw new StorageError('InvalidRequest', { message: `The field ${part.fieldname} is too long` });
    } else {
      fields.set(part.fieldname, String(part.value));
    }
  }
  if (!file) throw new StorageError('InvalidRequest', { message: 'The form has no file' });
  const seconds = fields.get('cacheControl');
  const metadata = fields.get('metadata');
  return {
    ...file,
    cacheControl: seconds === undefined ? 'no-cache' : headerValue(`max-age=${seconds}`),
    userMetadata: metadata === undefined ? null : parseMetadata(metadata),
  };
}

async function receivePart<T>(part: MultipartFile, receive: (bytes: AsyncIterable<Buffer>) => Promise<T>) {
  try {
    return await receive(refuseIncomplete(part.file.iterator({ destroyOnReturn: false })));
  } catch (error) {
    part.file.resume();
    throw error;
  }
}

function unreadable(cause: unknown): never {
  throw cause instanceof StorageError
    ? cause
    : new StorageError('InvalidRequest', { message: 'The form could not be read' });
}

/** If the bytes end too early, the client broke the connection. */
async function* refuseIncomplete(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  try {
    yield* bytes;
  } catch {
    throw new StorageError('InvalidRequest', { message: 'The upload was cut off' });
  }
}
