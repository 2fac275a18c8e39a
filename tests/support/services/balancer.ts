import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Balancer {
  url: string;
  /** Sets the servers. Requests go to them in turn. */
  behind(urls: string[]): void;
  close(): Promise<void>;
}

/** A load balancer without sticky sessions. */
export async function startBalancer(): Promise<Balancer> {
  let servers: string[] = [];
  let turn = 0;
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    const next = servers[turn++ % servers.length];
    forward(`${next}${incoming.url}`, incoming, outgoing).catch(() => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
      // An unread body would block the next request of the connection.
      incoming.resume();
    });
  });
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (incoming, socket, head) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    passThrough(`${servers[turn++ % servers.length]}${incoming.url}`, incoming, socket, head);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behind: (urls) => {
      servers = urls;
    },
    close: async () => {
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function forward(url: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const answer = await fetch(url, {
    method: incoming.method ?? 'GET',
    headers: onwardHeaders(incoming.headers),
    redirect: 'manual',
    signal: gone.signal,
    ...(await bodyOf(incoming)),
  });
  outgoing.writeHead(answer.status, [...answer.headers].flat());
  if (answer.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), outgoing);
  incoming.resume();
}

/** Forwards a websocket to one server. */
function passThrough(url: string, incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
  const onward = request(url, { method: 'GET', headers: incoming.headers });
  const cut = () => {
    socket.destroy();
    onward.destroy();
  };
  onward.on('error', cut);
  socket.on('error', cut);
  // The upgrade was rejected.
  onward.on('response', cut);
  onward.on('upgrade', (answer, behind, first) => {
    const headers = answer.rawHeaders.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`);
    socket.write(first);
    behind.write(head);
    behind.on('error', cut).on('close', () => socket.end());
    socket.on('close', () => behind.destroy());
    behind.pipe(socket).pipe(behind);
  });
  onward.end();
}

const BUFFERED_BYTES = 4 * 1024 * 1024;

/**
 * Buffers bodies of usual size, like most load balancers: if the server rejects a body early, a client that is still
 * sending would lose the response. Larger bodies are streamed.
 */
async function bodyOf(incoming: IncomingMessage): Promise<RequestInit> {
  const length = Number(incoming.headers['content-length'] ?? 0);
  const chunked = incoming.headers['transfer-encoding'] !== undefined;
  if (length === 0 && !chunked) return {};
  if (length > BUFFERED_BYTES || chunked) {
    return { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } as RequestInit;
  }
  return { body: Buffer.concat(await incoming.toArray()) };
}

/** Removes hop-by-hop headers and compression, which `fetch` would decode. */
function onwardHeaders(headers: IncomingHttpHeaders): Headers {
  const onward = new Headers({ 'accept-encoding': 'identity' });
  const ownConcern = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'expect', 'accept-encoding'];
  for (const [name, value] of Object.entries(headers)) {
    if (!ownConcern.includes(name)) onward.set(name, String(value));
  }
  return onward;
}
