import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyPluginAsync } from 'fastify';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { networkOf, siteOf } from '#server/address.ts';
import type { Database } from '#server/database/database.ts';
import type { CallerByToken } from '#server/http/caller.ts';
import { TokenError } from '#server/http/errors.ts';
import { createQuota } from '#server/http/load/quota.ts';
import { serveConnection } from './connection.ts';
import { openHub } from './hub.ts';
import {
  createRateLimit,
  FRAME_BYTES,
  JOINS_PER_NETWORK,
  SOCKETS,
  SOCKETS_PER_NETWORK,
  SOCKETS_PER_USER,
  UNREAD,
  VISITOR_SUBSCRIPTIONS,
} from './limits.ts';

interface Options {
  database: Database;
  callerByToken: CallerByToken;
  rateLimits: boolean;
  /** Called with 1 for each connection that opens, and with -1 when it closes. */
  onSocket(change: 1 | -1): void;
}

const PATH = '/realtime/v1/websocket';
const querySchema = z.object({ apikey: z.string(), vsn: z.enum(['1.0.0', '2.0.0']).default('1.0.0') });
/** WebSocket close code "service restart": clients reconnect. */
const CLOSE_RESTART = 1012;
const UNLIMITED = Number.POSITIVE_INFINITY;
/** How long clients have to complete the closing handshake. */
const CLOSE_TIMEOUT_MS = 1_000;

/** Whether the request may be upgraded to a WebSocket. */
export function mayUpgrade({ url = '', headers }: IncomingMessage): boolean {
  return url.split('?', 1)[0] === PATH && headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * `/realtime/v1`: the hosted service's realtime API, Phoenix channels with `postgres_changes`. The Origin header is not
 * checked: access needs a token, which browsers never add on their own.
 */
export function realtimeService({
  database,
  callerByToken,
  rateLimits,
  onSocket,
}: Options): FastifyPluginAsync {
  return async (app) => {
    const { log } = app;
    const hub = await openHub({ database, callerByToken, log });
    const sockets = createQuota({ total: SOCKETS, network: rateLimits ? SOCKETS_PER_NETWORK : UNLIMITED });
    const parts = {
      mayJoin: createRateLimit({ ...JOINS_PER_NETWORK, ...(!rateLimits && { max: UNLIMITED }) }),
      users: createQuota({
        total: UNLIMITED,
        network: UNLIMITED,
        person: rateLimits ? SOCKETS_PER_USER : UNLIMITED,
      }),
      visitors: createQuota(VISITOR_SUBSCRIPTIONS),
      unread: createQuota(UNREAD),
      database,
      callerByToken,
      hub,
      log,
    };
    const server = new WebSocketServer({ noServer: true, maxPayload: FRAME_BYTES });
    let closing = false;
    const upgrades = new WeakMap<
      IncomingMessage,
      { response: ServerResponse; socket: Socket; head: Buffer }
    >();

    // Routes upgrades through Fastify, so that they get the same address, limits and errors as requests.
    app.server.on('upgrade', (request, duplex, head) => {
      const socket = duplex as Socket;
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      response.assignSocket(socket);
      response.on('finish', () => socket.destroySoon());
      socket.on('error', (err) => log.debug({ err }, 'a connection failed before it was upgraded'));
      upgrades.set(request, { response, socket, head });
      app.routing(request, response);
    });

    app.get('/websocket', async (request, reply) => {
      const upgrade = upgrades.get(request.raw);
      if (!upgrade)
        return reply.code(426).header('upgrade', 'websocket').send({ message: 'Upgrade Required' });
      if (closing) return reply.code(503).send({ message: 'The server is stopping' });
      const query = querySchema.safeParse(request.query);
      if (!query.success) return reply.code(401).send({ message: 'No API key found in request' });
      const { apikey, vsn } = query.data;
      if (!(await isValidKey(apikey))) return reply.code(401).send({ message: 'Invalid API key' });
      const from = { network: networkOf(request.ip) ?? '', site: siteOf(request.ip) };
      const permit = sockets.take(from, 1);
      if (!permit) return reply.code(429).send({ message: 'Too many connections' });

      reply.hijack();
      const { response, socket, head } = upgrade;
      onSocket(1);
      socket.once('close', () => {
        onSocket(-1);
        permit.release();
      });
      response.detachSocket(socket);
      server.handleUpgrade(request.raw, socket, head, (websocket) => {
        serveConnection({ socket: websocket, version: vsn, apiKey: apikey, from, ...parts });
      });
      return reply;
    });

    // The HTTP server does not close upgraded connections, and would wait for them forever.
    app.addHook('preClose', async () => {
      closing = true;
      const closed = [...server.clients].map(
        (websocket) => new Promise((end) => websocket.once('close', end)),
      );
      for (const websocket of server.clients) websocket.close(CLOSE_RESTART);
      const timeout = setTimeout(() => {
        for (const websocket of server.clients) websocket.terminate();
      }, CLOSE_TIMEOUT_MS);
      await Promise.all(closed);
      clearTimeout(timeout);
      await hub.close();
    });

    async function isValidKey(key: string): Promise<boolean> {
      try {
        await callerByToken(key);
        return true;
      } catch (error) {
        if (error instanceof TokenError) return false;
        throw error;
      }
    }
  };
}
