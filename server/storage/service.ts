import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { BodyParser } from '#server/http/load/load.ts';
import { bucketRoutes } from './buckets/bucket-routes.ts';
import { requireCaller, type StorageDeps } from './context.ts';
import { downloadRoutes } from './downloads/download-routes.ts';
import { handleStorageError } from './error-handler.ts';
import { StorageError } from './errors.ts';
import { linkRoutes } from './links/link-routes.ts';
import { objectRoutes } from './objects/object-routes.ts';
import { createInFlightBytes } from './uploads/in-flight-bytes.ts';
import { uploadRoutes } from './uploads/standard/routes.ts';
import { tusRoutes } from './uploads/tus/routes.ts';

/** The storage service, as storage-js speaks to it: buckets, objects, links. To be mounted at `/storage/v1`. */
export function storageService(given: Omit<StorageDeps, 'inFlight'>): FastifyPluginAsync {
  const parts: StorageDeps = { ...given, inFlight: createInFlightBytes() };
  return async (app) => {
    app.setErrorHandler(handleStorageError);
    app.setNotFoundHandler(() => {
      throw new StorageError('NotFound');
    });
    // Scopes of their own, since a body is a file in some and JSON in the other.
    await app.register(async (scope) => uploadRoutes(scope, parts));
    await app.register(async (scope) => tusRoutes(scope, parts));
    await app.register(async (scope) => {
      acceptEmptyJson(
        scope,
        parts.load.bodyParser((request) => requireCaller(parts.callerOf, request)),
      );
      await downloadRoutes(scope, parts);
      await objectRoutes(scope, parts);
      await linkRoutes(scope, parts);
      await bucketRoutes(scope, parts);
    });
  };
}

/** Several clients call a body JSON that is not there. */
function acceptEmptyJson(app: FastifyInstance, readBody: BodyParser): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: IncomingMessage, done) => {
    readBody(request, payload).then((body) => {
      if (body.length === 0) done(null, undefined);
      else parse(request, String(body), done);
    }, done);
  });
}
