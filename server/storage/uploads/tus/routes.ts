import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DataStore, type Locker, Metadata, Server, Upload } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '#domain/text/uuid.ts';
import type { StorageDeps } from '../../context.ts';
import { invalidRequest, StorageError, type StorageErrorCode } from '../../errors.ts';
import { findBucket } from '../../objects/objects.ts';
import { sizeLimit } from '../upload-limits.ts';
import { createUpload } from './create.ts';
import { discardUpload, type OwnedUpload, receive } from './receive.ts';
import {
  authorizeCaller,
  authorizeLink,
  EMPTY_BODY,
  requestBody,
  type TusDeps,
  type TusRequest,
} from './request.ts';
import { createRunningHashes } from './running-hashes.ts';
import { declareLength, findUpload } from './uploads-table.ts';

/** The public path, which clients get in `Location`. */
const PATH = '/storage/v1/upload/resumable';
const TUS_VERSION = '1.0.0';
/** As the table's default. The hosted service's one day is too short for people who scan on weekends. */
const EXPIRES_MS = 7 * 24 * 60 * 60 * 1000;

/** Resumable uploads (TUS): `upload/resumable` for callers, `upload/resumable/sign` for signed links. */
export async function tusRoutes(app: FastifyInstance, storageDeps: StorageDeps): Promise<void> {
  const deps = { ...storageDeps, hashes: createRunningHashes() };
  const lockerFor = createUploadLocker();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  /** Answers with `@tus/server` (1.0.0). It gets the protocol's headers only: it would refuse values of others. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    authorize: typeof authorizeCaller,
  ) {
    reply.header('tus-resumable', TUS_VERSION);
    if (request.method !== 'OPTIONS' && request.headers['tus-resumable'] !== TUS_VERSION) {
      reply.header('tus-version', TUS_VERSION);
      throw new StorageError('UnsupportedTusVersion');
    }
    // Undefined when an upload is created.
    const { id } = request.params as { id?: string };
    const { 'x-upsert': upsert, 'upload-metadata': tusMetadata } = request.headers;
    const body = requestBody(request);
    const store = new UploadStore(deps, {
      authorize: authorize(deps, request),
      body,
      takeStream: () => deps.load.takeStream(request),
      upsert: upsert === 'true',
      tusMetadata: typeof tusMetadata === 'string' ? tusMetadata : '',
    });
    let failure: unknown;
    const server = new Server({
      path,
      datastore: store,
      locker: lockerFor(body.abort),
      // The client keeps using the host that it called, behind any proxies.
      relativeLocation: true,
      namingFunction: () => randomUUID(),
      getFileIdFromRequest: () => id,
      // Checks who owns the upload before anything else happens to it, aborting an earlier request included.
      onIncomingRequest: async (_request, upload) => {
        if (id !== undefined) await store.find(upload);
      },
      onResponseError: (_request, error) => {
        failure = error;
        return undefined;
      },
    });
    const response = await server.handleWeb(
      new Request(`http://localhost${path}`, { method: request.method, headers: protocolHeaders(request) }),
    );
    if (response.status >= 400) throw asStorageError(failure, response.status, await response.text());
    for (const [name, value] of response.headers) {
      if (/^(tus-|upload-|location$|cache-control$)/.test(name)) reply.header(name, value);
    }
    return reply.code(response.status).send();
  }

  for (const [suffix, authorize] of [
    ['', authorizeCaller],
    ['/sign', authorizeLink],
  ] as const) {
    const handler = (request: FastifyRequest, reply: FastifyReply) =>
      // Read and drop the rest of the body: a client that is still sending does not see the answer.
      answer(request, reply, PATH + suffix, authorize).finally(() => request.raw.resume());
    for (const url of [`/upload/resumable${suffix}`, `/upload/resumable${suffix}/`]) {
      app.route({ method: ['POST', 'OPTIONS'], url, handler });
    }
    app.route({
      method: ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'],
      url: `/upload/resumable${suffix}/:id`,
      handler,
    });
  }
}

function protocolHeaders({ headers }: FastifyRequest): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && /^(tus-|upload-|content-(type|length)$)/.test(name)
      ? [[name, value] as [string, string]]
      : [],
  );
}

const CODE_BY_STATUS: Record<number, StorageErrorCode> = {
  404: 'NoSuchUpload',
  409: 'InvalidUploadOffset',
  410: 'NoSuchUpload',
  413: 'EntityTooLarge',
};

/** Our own errors stay as they are. The library's become errors of the catalog or, without a match, keep their text. */
function asStorageError(failure: unknown, status: number, text: string): unknown {
  if (failure instanceof Error) return failure;
  const code = CODE_BY_STATUS[status];
  return code ? new StorageError(code) : invalidRequest(text.trim());
}

/** For one request. Bytes are read from it directly: the library's web streams would copy them several times. */
class UploadStore extends DataStore {
  override extensions = [
    'creation',
    'creation-with-upload',
    'creation-defer-length',
    'termination',
    'expiration',
  ];
  readonly #deps: TusDeps;
  readonly #request: TusRequest;
  #found: OwnedUpload | undefined;

  constructor(deps: TusDeps, request: TusRequest) {
    super();
    this.#deps = deps;
    this.#request = request;
  }

  override getExpiration(): number {
    return EXPIRES_MS;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size: length = null, metadata } = upload;
    const created = await createUpload(this.#deps, this.#request, { id, length }, metadata);
    // An empty file is complete at once.
    if (length === 0) await receive(this.#deps, created, EMPTY_BODY);
    this.#found = { ...created, upload: { ...created.upload, isFinished: length === 0 } };
    return upload;
  }

  /** Reads the row again: an earlier request may have ended while this one waited for the lock. */
  override async getUpload(id: string): Promise<Upload> {
    const { uploader } = this.#found ?? (await this.find(id));
    const upload = await findUpload(this.#deps.database, id);
    if (upload === undefined) throw new StorageError('NoSuchUpload');
    this.#found = { upload, uploader };
    const { received: offset, length, tusMetadata, createdAt } = upload;
    return new Upload({
      id,
      offset,
      creation_date: createdAt.toISOString(),
      ...(length === null ? {} : { size: length }),
      ...(tusMetadata === '' ? {} : { metadata: Metadata.parse(tusMetadata) }),
    });
  }

  override async write(unused: Readable, _id: string, _offset: number): Promise<number> {
    unused.resume();
    if (this.#found === undefined) throw new Error('no upload to write to');
    this.#request.takeStream();
    return receive(this.#deps, this.#found, this.#request.body);
  }

  override async declareUploadLength(id: string, length: number): Promise<void> {
    const { upload, uploader } = this.#found ?? (await this.find(id));
    const bucket = await findBucket(this.#deps.database, upload.bucketId);
    if (length > sizeLimit(bucket)) throw new StorageError('EntityTooLarge');
    if (!(await declareLength(this.#deps.database, id, length))) throw new StorageError('NoSuchUpload');
    this.#found = { upload: { ...upload, length }, uploader };
  }

  override async remove(id: string): Promise<void> {
    if (this.#found === undefined) await this.find(id);
    await discardUpload(this.#deps, id);
  }

  /** Finds the upload for its creator. For all others it does not exist. */
  async find(id: string): Promise<OwnedUpload> {
    const upload = isUuid(id) ? await findUpload(this.#deps.database, id) : undefined;
    if (upload === undefined) throw new StorageError('NoSuchUpload');
    const uploader = await this.#request.authorize(upload, upload);
    this.#found = { upload, uploader };
    return this.#found;
  }
}

/**
 * One for each process. The newest request of an upload wins: it aborts the one before, whose connection may be lost
 * without our knowing, and waits until its bytes are counted. This saves clients from sending bytes twice. Correctness,
 * also between processes, comes only from the compare-and-set of the offset (`addPiece`). `abort` ends the request that
 * asks for the lock.
 */
function createUploadLocker(): (abort: () => void) => Locker {
  const holders = new Map<string, { abort(): void; done: Promise<void> }>();
  return (abort) => ({
    newLock: (id) => {
      let release: () => void = () => undefined;
      return {
        lock: async () => {
          for (let other = holders.get(id); other !== undefined; other = holders.get(id)) {
            other.abort();
            await other.done;
          }
          const { promise, resolve } = Promise.withResolvers<void>();
          holders.set(id, { abort, done: promise });
          release = () => {
            holders.delete(id);
            resolve();
          };
        },
        unlock: async () => release(),
      };
    },
  });
}
