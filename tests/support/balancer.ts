import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

export interface Balancer {
  url: string;
  /** The servers behind it; each request goes to the next of them. */
  behind(urls: string[]): void;
  close(): Promise<void>;
}

/** A load balancer without any memory of who is who: whatever two requests need to share, the servers must. */
export async function startBalancer(): Promise<Balancer> {
  // A kept connection may be closed by the server in the moment in which it is used again.
  const agent = new Agent({ keepAlive: false });
  let servers: string[] = [];
  let turn = 0;

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const next = servers[turn++ % servers.length];
    if (next === undefined) {
      outgoing.writeHead(502).end();
      return;
    }
    const { method, headers, url = '/' } = incoming;
    const onward = request(new URL(next), { agent, method, headers, path: url }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      pipeline(answer, outgoing, () => undefined);
    });
    onward.on('error', () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    outgoing.on('close', () => {
      if (!outgoing.writableEnded) onward.destroy();
    });
    // Not a pipeline: a server may answer, and stop listening, before the body is through.
    incoming.pipe(onward);
  };

  const server = createServer({ keepAliveTimeout: 0 }, forward);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behind: (urls) => {
      servers = urls;
    },
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
