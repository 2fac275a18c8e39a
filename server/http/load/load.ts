import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '#server/database/database.ts';
import { networkOf, siteOf } from '../../address.ts';
import type { CallerOf } from '../caller.ts';
import { TooManyRequestsError } from '../errors.ts';
import { BodyError, dropRest, readWhole } from './body.ts';
import { excessOf, type JsonBounds } from './json-bounds.ts';
import * as limits from './limits.ts';
import { type Bounds, createQuota, type LimitKey, type Quota, withoutOwnBounds } from './quota.ts';
import { createSemaphore } from './semaphore.ts';

/** Reads a whole body, within its sender's limit. For `addContentTypeParser`. */
export type BodyParser = (request: FastifyRequest, body: IncomingMessage) => Promise<Buffer>;

/** Parses bodies of a content type as JSON. An empty one is none: supabase-js sends that as JSON too. */
export function parseAsJson(app: FastifyInstance, type: string, readBody: BodyParser): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(type, (request: FastifyRequest, payload: IncomingMessage, done) => {
    readBody(request, payload).then((body) => {
      if (body.length === 0) done(null, undefined);
      else parse(request, String(body), done);
    }, done);
  });
}

/** Seconds for `Retry-After`. */
const RETRY_SECONDS = 1;

/** With `bounded` off, only the process has bounds, and one caller may use all of it. */
export function createLoad({ bounded }: { bounded: boolean }) {
  const boundsOf = (bounds: Bounds) => (bounded ? bounds : withoutOwnBounds(bounds));
  const requests = createQuota(boundsOf(limits.REQUESTS));
  const callers = createQuota({ ...boundsOf(limits.REQUESTS), network: Number.POSITIVE_INFINITY });
  const bodies = createQuota(boundsOf(limits.BODIES));
  const streams = createQuota(boundsOf(limits.STREAMS));
  const archives = createQuota(boundsOf(limits.ARCHIVES));
  /** For large bodies to be parsed. Their memory bounds how many wait. */
  const semaphore = createSemaphore(1, Number.POSITIVE_INFINITY);
  const answers = createAnswers(boundsOf(limits.ANSWERS));
  const whenEnded = createWhenEnded();
  const responses = new WeakMap<FastifyRequest, ServerResponse>();
  const known = new WeakMap<FastifyRequest, Promise<Caller>>();
  const people = new WeakMap<FastifyRequest, string>();

  const limitKeyOf = (request: FastifyRequest): LimitKey => ({
    network: networkOf(request.ip) ?? '',
    site: siteOf(request.ip),
    person: people.get(request),
  });
  /** Takes a permit until the response was sent or the connection closed. */
  const take = (quota: Quota, limitKey: LimitKey, request: FastifyRequest, amount = 1) => {
    const permit = quota.take(limitKey, amount);
    if (!permit) throw new TooManyRequestsError(RETRY_SECONDS);
    const response = responses.get(request);
    if (response) whenEnded(request.raw.socket, response, permit.release);
    return permit;
  };

  return {
    /** Counts every request until its response is sent. Register first. `isElsewhere` skips those for websockets. */
    register(app: FastifyInstance, isElsewhere: (request: IncomingMessage) => boolean): void {
      app.addHook('onRequest', async (request, reply) => {
        if (isElsewhere(request.raw)) return;
        responses.set(request, reply.raw);
        reply.raw.once('finish', () => dropRest(request.raw, people.has(request)));
        const limitKey = limitKeyOf(request);
        // If one of many pipelined requests is too many, all later ones are rejected too.
        if (requests.isUsedUp(limitKey)) reply.header('connection', 'close');
        take(requests, limitKey, request);
        if (answers.isUsedUp(limitKey)) throw new TooManyRequestsError(RETRY_SECONDS);
      });
      app.addHook('onSend', async (request, reply, payload) => {
        // A client that is still sending would not see the answer if the connection were closed at once.
        if (!request.raw.complete) reply.removeHeader('connection');
        if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return;
        const bytes = Buffer.byteLength(payload);
        if (bytes < limits.COUNTED_ANSWER_BYTES) return;
        const release = answers.trackResponse(limitKeyOf(request), reply.raw, bytes);
        whenEnded(request.raw.socket, reply.raw, release);
      });
    },

    /** Looks up the caller once per request, and counts it. Also throws `TooManyRequestsError`. */
    counting:
      (callerOf: CallerOf): CallerOf =>
      (request) => {
        const before = known.get(request);
        if (before) return before;
        const found = callerOf(request).then((caller) => {
          const { sub } = caller.claims;
          if (sub === undefined) return caller;
          people.set(request, sub);
          const limitKey = limitKeyOf(request);
          take(callers, limitKey, request);
          if (answers.isUsedUp(limitKey)) throw new TooManyRequestsError(RETRY_SECONDS);
          return caller;
        });
        known.set(request, found);
        return found;
      },

    /**
     * Identifies the sender before reading the body. Unknown senders and visitors get a small limit. `who` throws for
     * a sender without access. Checks the bounds of JSON before anything parses it; `false` for a body that isn't JSON.
     */
    bodyParser:
      (
        who: (request: FastifyRequest) => Promise<Caller | undefined>,
        bounds: JsonBounds | false = limits.ANY_JSON,
      ): BodyParser =>
      async (request, body) => {
        const caller = await who(request);
        const isKnown = caller !== undefined && caller.role !== 'anon';
        const { bodyLimit } = request.routeOptions;
        const whole = await readWhole(body, {
          most: isKnown ? bodyLimit : Math.min(bodyLimit, limits.BODY_BYTES),
          permit: take(bodies, limitKeyOf(request), request, 0),
          pace: limits.BODY_PACE,
        });
        // Parsing each one takes milliseconds. One right after the other, they would hold up everyone else.
        if (whole.length > limits.BODY_BYTES) await semaphore.take(() => setImmediate());
        const excess = bounds && excessOf(whole, bounds);
        if (excess) throw new BodyError(400, `the body has too many ${excess}`, excess);
        return whole;
      },

    /** Counts a document in transit until the answer has been sent. Throws `TooManyRequestsError`. */
    takeStream: (request: FastifyRequest): void => void take(streams, limitKeyOf(request), request),
    /** The same for a zip. Its link says which person gets it. */
    takeArchive: (request: FastifyRequest, person: string): void =>
      void take(archives, { ...limitKeyOf(request), person }, request),
  };
}

/** Bounds what this process does at once: per network, per person, and in total. */
export type Load = ReturnType<typeof createLoad>;

type Held = Pick<ServerResponse, 'destroy'>;

/** Complete responses that clients have not read yet. */
export function createAnswers(bounds: Bounds) {
  const quota = createQuota(bounds);
  /** Oldest first. */
  const held = new Map<Held, () => void>();

  return {
    /** Whether the caller must read earlier responses first. */
    isUsedUp: (limitKey: LimitKey): boolean => quota.isUsedUp(limitKey),
    /**
     * Counts the response until the returned function is called. The work is done, so a response is never refused. If
     * all responses exceed the bound, the oldest connections are closed, because their readers are the slowest.
     */
    trackResponse: (limitKey: LimitKey, response: Held, bytes: number): (() => void) => {
      const permit = quota.force(limitKey, bytes);
      const release = () => {
        held.delete(response);
        permit.release();
      };
      held.set(response, release);
      for (const [oldest, releaseOldest] of held) {
        if (quota.total() <= bounds.total || oldest === response) break;
        releaseOldest();
        oldest.destroy();
      }
      return release;
    },
  };
}

/**
 * Calls back once, when the response has been sent or can no longer be sent. One listener for a connection's requests: a
 * pipelined response gets no event when its connection closes.
 */
export function createWhenEnded() {
  const open = new WeakMap<Socket, Set<() => void>>();
  return (socket: Socket, response: ServerResponse, done: () => void): void => {
    const known = open.get(socket);
    const ends = known ?? new Set();
    if (!known) {
      open.set(socket, ends);
      socket.once('close', () => {
        for (const end of [...ends]) end();
      });
    }
    const end = () => {
      if (ends.delete(end)) done();
    };
    ends.add(end);
    response.once('close', end);
    if (socket.destroyed || response.closed) end();
  };
}
