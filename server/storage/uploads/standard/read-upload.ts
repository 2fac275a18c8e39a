import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { STALL_MS } from '#server/http/load/limits.ts';
import { invalidRequest, StorageError } from '../../errors.ts';
import { mediaType } from '../../objects/mime-types.ts';
import { headerValue, metadataOf, parseMetadata } from '../../objects/upload-metadata.ts';
import { IDLE_MS } from '../upload-limits.ts';

interface Received<T> {
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
  mimetype: string;
  received: T;
}

/** Consumes the bytes of the file. Called once. */
type Receive<T> = (mimetype: string, bytes: AsyncIterable<Buffer>) => Promise<T>;

const FIELD_BYTES = 64 * 1024;
const MAX_FIELDS = 20;
const PIECE_BYTES = 8 * 1024;

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
  const { 'content-type': type, 'cache-control': cacheControl } = request.headers;
  const mimetype = mediaType(type);
  const userMetadata = metadataOf(request);
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
  const fields = new Map<string, string>();
  let file: { mimetype: string; bytes: Readable; received: Promise<T> } | undefined;
  let problem: unknown;
  const refuse = (message: string) => {
    problem ??= invalidRequest(message);
  };
  const parser = openParser(request);
  parser.on('field', (name, value, _isNameCut, isCut) => {
    if (isCut) refuse(`The field ${name} is too long`);
    else fields.set(name, value);
  });
  parser.on('file', (_field, bytes, _name, _encoding, type) => {
    const mimetype = mediaType(type);
    // Who receives the bytes sees the error; without anyone it would end the process.
    bytes.on('error', () => undefined);
    // The parser may call this in another tick, where nothing would catch an error.
    const received = Promise.try(
      receive,
      mimetype,
      refuseIncomplete(bytes.iterator({ destroyOnReturn: false })),
    );
    received.catch((error) => {
      problem ??= error;
      bytes.resume();
    });
    file = { mimetype, bytes, received };
  });
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) {
    parser.on(limit, () => refuse('The form has too many parts'));
  }
  parser.on('error', () => refuse('The form could not be read'));

  await feed(request.raw, parser, () => problem !== undefined).catch((error) => {
    problem ??= error;
  });
  if (problem !== undefined) file?.bytes.destroy(new StorageError('InvalidRequest'));
  const received = await file?.received.then(
    (value) => ({ value }),
    (error) => {
      problem ??= error;
    },
  );
  if (problem !== undefined) throw problem;
  if (!file || !received) throw invalidRequest('The form has no file');
  const seconds = fields.get('cacheControl');
  const metadata = fields.get('metadata');
  return {
    mimetype: file.mimetype,
    received: received.value,
    cacheControl: seconds === undefined ? 'no-cache' : headerValue(`max-age=${seconds}`),
    userMetadata: metadata === undefined ? null : parseMetadata(metadata),
  };
}

function openParser(request: FastifyRequest): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: {
        files: 1,
        fields: MAX_FIELDS,
        parts: MAX_FIELDS + 1,
        fieldSize: FIELD_BYTES,
        fileSize: Number.POSITIVE_INFINITY,
      },
    });
  } catch {
    // Without a boundary.
    throw invalidRequest('The form could not be read');
  }
}

/** In small pieces: a whole chunk of 64 KB can have 13,000 parts, which the parser would all open before it can be stopped. */
async function feed(raw: IncomingMessage, parser: BusboyInstance, isOver: () => boolean): Promise<void> {
  for await (const chunk of refuseIncomplete(raw.iterator({ destroyOnReturn: false }))) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const isFull = !parser.write(chunk.subarray(at, at + PIECE_BYTES));
      if (isOver()) return;
      if (isFull) await once(parser, 'drain');
    }
  }
  parser.end();
  await finished(parser);
}

/** If the bytes end too early, the client broke the connection. */
async function* refuseIncomplete(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  try {
    yield* bytes;
  } catch {
    throw invalidRequest('The upload was cut off');
  }
}
