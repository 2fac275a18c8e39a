import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyPluginAsync } from 'fastify';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import type { Database } from '#server/database/database.ts';
import { networkOf, siteOf } from '#server/http/address.ts';
import type { CallerByToken } from '#server/http/caller.ts';
import { TokenError } from '#server/http/errors.ts';
import { createQuota } from '#server/http/load/quota.ts';
import { serveConnection } from './connection.ts';
import { openHub } from './hub.ts';
import { keepAwake } from './keep-awake.ts';
import {
  createHouses,
  FRAME_BYTES,
  JOINS_PER_NETWORK,
  SOCKETS,
  SOCKETS_PER_NETWORK,
  SOCKETS_PER_PERSON,
  UNREAD,
} from './limits.ts';

interface Options {
  database: Database;
  callerByToken: CallerByToken;
  rateLimits: boolean;
  /** Called with 1 for each connection that opens, and with -1 when it closes. */
  onSocket(change: 1 | -1): void;
}

const PATH = '/realtime/v1/websocket';
const asked = z.object({ apikey: z.string(), vsn: z.enum(['1.0.0', '2.0.0']).default('1.0.0') });
/** "Service restart": come again. */
const CLOSE_RESTART = 1012;
const ENDLESS = Number.POSITIVE_INFINITY;
/** What a client gets for its side of the goodbye. */
const GOODBYE_MS = 1_000;

/** The one path at which a connection may become something else than HTTP. */
export function mayUpgrade({ url = '', headers }: IncomingMessage): boolean {
  return url.split('?', 1)[0] === PATH && headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * `/realtime/v1`: Phoenix channels as supabase-js speaks them, with `postgres_changes`. The page's origin is not
 * asked for: what opens the door is the token, and no browser adds one by itself.
 */
export function realtimeService({
  database,
  callerByToken,
  rateLimits,
  onSocket,
}: Options): FastifyPluginAsync {
  return async (app) => {
    const { log } = app;
    const hub = await openHub({ database, log });
    const sockets = createQuota({ total: SOCKETS, network: rateLimits ? SOCKETS_PER_NETWORK : ENDLESS });
    const houses = createHouses(ENDLESS, rateLimits ? JOINS_PER_NETWORK : { most: ENDLESS, inMs: 1 });
    const people = createHouses(rateLimits ? SOCKETS_PER_PERSON : ENDLESS, { most: ENDLESS, inMs: 1 });
    const unread = createQuota(UNREAD);
    const server = new WebSocketServer({ noServer: true, maxPayload: FRAME_BYTES });
    let closing = false;
    const upgrades = new WeakMap<
      IncomingMessage,
      { response: ServerResponse; socket: Socket; head: Buffer }
    >();

    // An upgrade goes the way of every request, so that address, limits and errors are what they are elsewhere.
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
      const query = asked.safeParse(request.query);
      if (!query.success) return reply.code(401).send({ message: 'No API key found in request' });
      const { apikey, vsn } = query.data;
      if (!(await isKnown(apikey))) return reply.code(401).send({ message: 'Invalid API key' });
      const network = networkOf(request.ip) ?? '';
      const place = sockets.take({ network, site: siteOf(request.ip) }, 1);
      const house = place && houses.enter(network);
      if (!house) return reply.code(429).send({ message: 'Too many connections' });

      reply.hijack();
      const { response, socket, head } = upgrade;
      onSocket(1);
      socket.once('close', () => {
        onSocket(-1);
        place.release();
        house.leave();
      });
      response.detachSocket(socket);
      server.handleUpgrade(request.raw, socket, head, (websocket) => {
        const connection = serveConnection({
          socket: websocket,
          version: vsn,
          apiKey: apikey,
          mayJoin: house.mayJoin,
          people,
          takeUnread: (bytes) => unread.take({ network }, bytes),
          database,
          callerByToken,
          hub,
          log,
        });
        keepAwake(websocket, connection.hasChannel);
      });
      return reply;
    });

    // Upgraded connections are the server's no longer: closing it would wait for them forever.
    app.addHook('preClose', async () => {
      closing = true;
      const ended = [...server.clients].map(
        (websocket) => new Promise((end) => websocket.once('close', end)),
      );
      for (const websocket of server.clients) websocket.close(CLOSE_RESTART);
      const patience = setTimeout(() => {
        for (const websocket of server.clients) websocket.terminate();
      }, GOODBYE_MS);
      await Promise.all(ended);
      clearTimeout(patience);
      await hub.close();
    });

    async function isKnown(key: string): Promise<boolean> {
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
