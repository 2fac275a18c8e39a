import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf, siteOf } from '../../address.ts';
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
    const permit = networks.take({ network: networkOf(address) ?? '', site: siteOf(address) }, 1);
    if (permit) socket.once('close', permit.release);
    else socket.destroy();
  });

  app.addHook('onRequest', async ({ raw: request }, { raw: response }) => {
    if (request.headers['transfer-encoding'] !== undefined) cutTinyChunks(request);
    const { socket } = request;
    const open = exchanges.get(socket) ?? new Set();
    const exchange = { request, response };
    exchanges.set(socket, open.add(exchange));
    response.once('close', () => open.delete(exchange));
  });

  // Called when no byte was received or sent. With a listener, Node does not close the socket itself.
  server.on('timeout', (socket: Socket) => {
    const isOurs = [...(exchanges.get(socket) ?? [])].some(waitsForUs);
    if (isOurs && socket.writableLength === 0) socket.setTimeout(stallMs);
    else socket.destroy();
  });
}

/** Whether the server still works on the request: all or some of it is received, and there is no response yet. */
function waitsForUs({ request, response }: Exchange): boolean {
  return !response.writableEnded && (request.complete || request.readableLength > 0);
}

/** From this number of chunks on, the average chunk must have this many bytes. No normal client sends smaller ones. */
const MANY_CHUNKS = 1_000;
const SMALLEST_AVERAGE = 16;

/**
 * Cuts a connection whose body comes in chunks of a few bytes: each costs a call and an object in memory, so a few such
 * connections keep a process busy. Node calls `push` for every chunk, long before it is read.
 */
function cutTinyChunks(body: IncomingMessage): void {
  const push = body.push.bind(body);
  let chunks = 0;
  let bytes = 0;
  body.push = (chunk: Buffer | null, encoding) => {
    chunks += 1;
    bytes += chunk?.length ?? 0;
    if (chunks >= MANY_CHUNKS && bytes < chunks * SMALLEST_AVERAGE) body.socket.destroy();
    return push(chunk, encoding);
  };
}
