import { randomUUID } from 'node:crypto';
import { type Locker, Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StorageDeps } from '../../context.ts';
import { invalidRequest, StorageError, type StorageErrorCode } from '../../errors.ts';
import { authorizeCaller, authorizeLink, requestBody } from './request.ts';
import { createRunningHashes } from './running-hashes.ts';
import { createUploadStore } from './upload-store.ts';

/** The public path, which clients get in `Location`. */
const PATH = '/storage/v1/upload/resumable';
const TUS_VERSION = '1.0.0';

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
    const body = requestBody(request);
    const store = createUploadStore(deps, request, authorize(deps, request), body);
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
