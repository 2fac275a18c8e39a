import type { FastifyPluginAsync, FastifyRequest } from 'fastify';

/** What a function learns of its caller beside the request. */
export interface Call {
  address: string;
}

/** A function of the portal: a plain module that knows no server. */
export type PortalFunction = (request: Request, call: Call) => Promise<Response>;

export type Functions = Record<string, { method: 'GET' | 'POST'; answer: PortalFunction }>;

/** `/functions/v1`: hands each function its request as the web knows it, and its response back. */
export function functionsService(functions: Functions): FastifyPluginAsync {
  return async (app) => {
    // What a body is, each function knows.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    app.setNotFoundHandler((_request, reply) =>
      reply.code(404).send({ code: 'NOT_FOUND', message: 'Requested function was not found' }),
    );
    for (const [name, { method, answer }] of Object.entries(functions)) {
      app.route({
        method,
        url: `/${name}`,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          return reply.send(await answer(asWebRequest(request), { address: request.ip }));
        },
      });
    }
  };
}

function asWebRequest({ method, url, headers, body }: FastifyRequest): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  // Only the path and the query count; whatever the Host header says must not.
  return new Request(new URL(url, 'http://portal'), {
    method,
    headers: pairs,
    body: body instanceof Buffer ? new Uint8Array(body) : null,
  });
}
