import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { calendarErrors } from '#contract/calendar.ts';
import { CalendarError } from '#server/calendar/errors.ts';
import type { Caller } from '#server/database/database.ts';
import type { CallerOf } from '#server/http/caller.ts';
import { handleError } from '#server/http/error-handler.ts';
import { TokenError } from '#server/http/errors.ts';
import type { Load } from '#server/http/load/load.ts';
import { sendStream } from './send-stream.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body isn't JSON, so its levels and values aren't counted. */
    isBinary?: true;
  }
}

/** Information about the caller, in addition to the request. */
export interface Call {
  address: string;
  /** The caller. Throws `TokenError` for an invalid token. */
  caller(): Promise<Caller>;
  /** The bytes of a body that isn't JSON. The `Request` doesn't have them: each copy of some megabytes holds up others. */
  bytes: Buffer;
  /** Counts a zip of this person until the answer has been sent; throws `TooManyRequestsError`. */
  takeArchive(userId: string): void;
}

/**
 * A function of the portal: a plain module without Fastify. A body that is a stream is sent as fast as the client reads,
 * and is canceled when the client leaves. The service takes ownership of the stream's buffers.
 */
export type PortalFunction = (request: Request, call: Call) => Promise<Response>;

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT';
  answer: PortalFunction;
  /** Bytes, if larger than the default. */
  bodyLimit?: number;
  isBinary?: true;
  /** For signed-in users: others are refused before their body is read. */
  signedIn?: true;
  /** The answer to callers who may not call it; asked before their body is read. */
  authorize?: (call: Pick<Call, 'caller'>) => Promise<Response | undefined>;
}

export type Functions = Record<string, Endpoint | readonly Endpoint[]>;

interface Deps {
  callerOf: CallerOf;
  load: Pick<Load, 'bodyParser' | 'takeArchive'>;
  /** Frees the memory of bytes that were sent. */
  release(bytes: Buffer): void;
}

/** `/functions/v1`: calls each function with a web `Request`, and sends its `Response`. */
export function functionsService(
  functions: Functions,
  { callerOf, load, release }: Deps,
): FastifyPluginAsync {
  return async (app) => {
    // Each function parses its own body.
    app.removeAllContentTypeParsers();
    const who = (request: FastifyRequest) => callerOf(request).catch(asVisitor);
    const readBody = load.bodyParser(who);
    const readBytes = load.bodyParser(who, false);
    app.addContentTypeParser('*', (request: FastifyRequest, body: IncomingMessage) =>
      request.routeOptions.config.isBinary ? readBytes(request, body) : readBody(request, body),
    );
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    app.setErrorHandler((error, request, reply) => {
      if (!(error instanceof CalendarError)) return handleError(error, request, reply);
      const { code, details, message } = error;
      return reply.code(calendarErrors[code].status).send({ code, message, details });
    });
    app.setNotFoundHandler((_request, reply) =>
      reply.code(404).send({ code: 'NOT_FOUND', message: 'Requested function was not found' }),
    );
    for (const [name, endpoints] of Object.entries(functions)) {
      for (const { method, answer, bodyLimit, isBinary, signedIn, authorize } of [endpoints].flat()) {
        app.route({
          method,
          url: `/${name}`,
          exposeHeadRoute: false,
          ...(bodyLimit === undefined ? {} : { bodyLimit }),
          ...(isBinary && { config: { isBinary } }),
          onRequest: async (request, reply) => {
            if (signedIn && (await callerOf(request)).role !== 'authenticated')
              throw new TokenError('malformed');
            const refusal = await authorize?.({ caller: () => callerOf(request) });
            if (refusal) return reply.send(refusal);
          },
          handler: async (request, reply) => {
            const call: Call = {
              address: request.ip,
              caller: () => callerOf(request),
              bytes: isBinary && request.body instanceof Buffer ? request.body : Buffer.alloc(0),
              takeArchive: (userId) => load.takeArchive(request, userId),
            };
            const response = await answer(asWebRequest(request, isBinary ? null : request.body), call);
            // JSON bodies are small. All others are streams.
            if (!response.body || response.headers.get('content-type') === 'application/json') {
              return reply.send(response);
            }
            reply.code(response.status).headers(Object.fromEntries(response.headers));
            await sendStream(request, reply, response.body, release);
            return reply;
          },
        });
      }
    }
  };
}

/** Most functions are open to everyone, so an expired token does not block them. */
function asVisitor(error: unknown): undefined {
  if (!(error instanceof TokenError)) throw error;
}

function asWebRequest({ method, url, headers }: FastifyRequest, body: unknown): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  // Only the path and the query matter. The Host header must not.
  return new Request(new URL(url, 'http://portal'), {
    method,
    headers: pairs,
    body: body instanceof Buffer ? new Uint8Array(body) : null,
  });
}
