import type { IncomingMessage } from 'node:http';
import { errorCodes, type FastifyInstance, type FastifyPluginAsync, type FastifyRequest } from 'fastify';
import { type BodyParser, parseAsJson } from '#server/http/load/load.ts';
import { bucketRoutes } from './buckets/bucket-routes.ts';
import { requireCaller, type StorageDeps } from './context.ts';
import { downloadRoutes } from './downloads/download-routes.ts';
import { handleStorageError } from './error-handler.ts';
import { StorageError } from './errors.ts';
import { linkRoutes } from './links/link-routes.ts';
import { objectRoutes } from './objects/object-routes.ts';
import { uploadRoutes } from './uploads/standard/routes.ts';
import { tusRoutes } from './uploads/tus/routes.ts';
import { createInFlightBytes } from './uploads/upload-limits.ts';

/** `/storage/v1`: buckets, objects and links, for storage-js. */
export function storageService(options: Omit<StorageDeps, 'inFlight'>): FastifyPluginAsync {
  const deps: StorageDeps = { ...options, inFlight: createInFlightBytes() };
  return async (app) => {
    app.setErrorHandler(handleStorageError);
    app.setNotFoundHandler(() => {
      throw new StorageError('NotFound');
    });
    // Separate scopes, because bodies are files in the first two and JSON in the third.
    await app.register(async (scope) => uploadRoutes(scope, deps));
    await app.register(async (scope) => tusRoutes(scope, deps));
    await app.register(async (scope) => {
      acceptNoBody(
        scope,
        deps.load.bodyParser((request) => requireCaller(deps.callerOf, request)),
      );
      await downloadRoutes(scope, deps);
      await objectRoutes(scope, deps);
      await linkRoutes(scope, deps);
      await bucketRoutes(scope, deps);
    });
  };
}

/** Several clients send a content type without a body, JSON or another. */
function acceptNoBody(app: FastifyInstance, readBody: BodyParser): void {
  parseAsJson(app, 'application/json', readBody);
  app.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage, done) => {
    readBody(request, payload).then((body) => {
      const type = request.headers['content-type'];
      done(body.length === 0 ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type), undefined);
    }, done);
  });
}
