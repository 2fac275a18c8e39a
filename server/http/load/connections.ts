import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf, siteOf } from '../address.ts';
import { cutCrumbs } from './crumbs.ts';
import { CONNECTIONS, HEADERS_MS, STALL_MS } from './limits.ts';
import { createQuota } from './quota.ts';

/** For Node's HTTP server: the time limit for headers, and how often it is checked. */
export const HEADER_TIMES = { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 1_000 };

interface Options {
  /** Counts connections by origin. Not behind a proxy, where all of them come from the proxy. */
  countNetworks: boolean;
  stallMs?: number;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Bounds connections, and ends those that hold something without making progress: a request that stops arriving, an
 * answer that is no longer read. Any byte is progress; the total time does not matter.
 */
export function guardConnections(app: FastifyInstance, { countNetworks, stallMs = STALL_MS }: Options): void {
  const { server } = app;
  const networks = createQuota({ ...CONNECTIONS, total: Number.POSITIVE_INFINITY });
  const exchanges = new WeakMap<Socket, Set<Exchange>>();
  server.maxConnections = CONNECTIONS.total;
  server.setTimeout(stallMs);

  server.on('connection', (socket: Socket) => {
    if (!countNetworks) return;
    const address = socket.remoteAddress ?? '';
    const share = networks.take({ network: networkOf(address) ?? '', site: siteOf(address) }, 1);
    if (share) socket.once('close', share.release);
    else socket.destroy();
  });

  app.addHook('onRequest', async ({ raw: request }, { raw: response }) => {
    if (request.headers['transfer-encoding'] !== undefined) cutCrumbs(request);
    const { socket } = request;
    const open = exchanges.get(socket) ?? new Set();
    const exchange = { request, response };
    exchanges.set(socket, open.add(exchange));
    response.once('close', () => open.delete(exchange));
  });

  // Node calls it when no byte came or left; with a listener the decision is ours.
  server.on('timeout', (socket: Socket) => {
    const isOurs = [...(exchanges.get(socket) ?? [])].some(waitsForUs);
    if (isOurs && socket.writableLength === 0) socket.setTimeout(stallMs);
    else socket.destroy();
  });
}

/** The request is there, or what has come of it is not read yet; and there is no answer. */
function waitsForUs({ request, response }: Exchange): boolean {
  return !response.writableEnded && (request.complete || request.readableLength > 0);
}
