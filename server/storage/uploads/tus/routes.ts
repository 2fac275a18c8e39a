import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StorageDeps } from '../../context.ts';
import { createUploadLocker, handleTusRequest } from './protocol.ts';
import { authorizeCaller, authorizeLink, requestBody, type TusRequest } from './request.ts';
import { createRunningHashes } from './running-hashes.ts';

/** The public path, which clients get in `Location`. */
const PATH = '/storage/v1/upload/resumable';

/** Resumable uploads (TUS): `upload/resumable` for callers, `upload/resumable/sign` for signed links. */
export async function tusRoutes(app: FastifyInstance, storageDeps: StorageDeps): Promise<void> {
  const deps = { ...storageDeps, hashes: createRunningHashes() };
  const lockerFor = createUploadLocker();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  const createHandler =
    (path: string, authorize: typeof authorizeCaller) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { id } = request.params as { id?: string };
      const { 'x-upsert': upsert, 'upload-metadata': tusMetadata } = request.headers;
      const body = requestBody(request);
      const tusRequest: TusRequest = {
        authorize: authorize(deps, request),
        body,
        takeStream: () => deps.load.takeStream(request),
        upsert: upsert === 'true',
        tusMetadata: typeof tusMetadata === 'string' ? tusMetadata : '',
      };
      try {
        return await handleTusRequest(request, reply, {
          deps,
          tusRequest,
          locker: lockerFor(body.abort),
          path,
          id,
        });
      } finally {
        // Read and drop the rest of the body: a client that is still sending does not see the answer.
        request.raw.resume();
      }
    };

  for (const [suffix, authorize] of [
    ['', authorizeCaller],
    ['/sign', authorizeLink],
  ] as const) {
    const handler = createHandler(PATH + suffix, authorize);
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
