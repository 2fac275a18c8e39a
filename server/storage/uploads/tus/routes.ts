import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StorageParts } from '../../context.ts';
import { arriving } from './arriving.ts';
import { byCaller, byLink } from './beginners.ts';
import { type AtWork, latestFirst } from './one-at-a-time.ts';
import { speakTus } from './protocol.ts';
import { createRunningHashes } from './running-hashes.ts';
import { UploadStore } from './upload-store.ts';

/** Where it is mounted: clients are told to come back there. */
const PATH = '/storage/v1/upload/resumable';

/** Uploads that go on where they stopped: `upload/resumable` for callers, `upload/resumable/sign` for signed links. */
export async function resumableRoutes(app: FastifyInstance, parts: StorageParts): Promise<void> {
  const atWork: AtWork = new Map();
  const hashes = createRunningHashes();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  const answerAt =
    (path: string, who: typeof byCaller) => async (request: FastifyRequest, reply: FastifyReply) => {
      const { id } = request.params as { id?: string };
      const { 'x-upsert': upsert, 'upload-metadata': tusMetadata } = request.headers;
      const body = arriving(request);
      const store = new UploadStore(
        { ...parts, atWork, hashes },
        {
          begunBy: who(parts, request),
          body,
          takeStream: () => parts.load.takeStream(request),
          upsert: upsert === 'true',
          tusMetadata: typeof tusMetadata === 'string' ? tusMetadata : '',
        },
      );
      try {
        return await speakTus(request, reply, { store, locker: latestFirst(atWork, body.cut), path, id });
      } finally {
        // Whatever was not taken in: a client that is still sending does not hear the answer.
        request.raw.resume();
      }
    };

  for (const [at, who] of [
    ['', byCaller],
    ['/sign', byLink],
  ] as const) {
    const handler = answerAt(PATH + at, who);
    for (const url of [`/upload/resumable${at}`, `/upload/resumable${at}/`]) {
      app.route({ method: ['POST', 'OPTIONS'], url, handler });
    }
    app.route({ method: ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'], url: `/upload/resumable${at}/:id`, handler });
  }
}
