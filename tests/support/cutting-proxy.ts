import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The line between a browser and a server, which a test can cut, and on which it counts the bytes. */
export interface CuttingProxy {
  url: string;
  /** Ends every connection that there is, at once and without a word. New ones are let through. */
  cut(): void;
  /** Bytes that have gone from the browser to the server so far. */
  sentUp(): number;
  close(): Promise<void>;
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let up = 0;
  const server = createServer({ pauseOnConnect: true }, (browser) => {
    const upstream = connect(Number(port), hostname);
    for (const [socket, other] of [
      [browser, upstream],
      [upstream, browser],
    ] as const) {
      sockets.add(socket);
      // A reset is what this is for.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    // Nothing is taken from the browser that no server is there to get.
    upstream.once('connect', () => {
      browser.on('data', (chunk) => {
        up += chunk.length;
        if (!upstream.write(chunk)) browser.pause();
      });
      upstream.on('drain', () => browser.resume());
      browser.on('end', () => upstream.end());
      upstream.pipe(browser);
      browser.resume();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    sentUp: () => up,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
