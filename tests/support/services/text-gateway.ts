import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestTextGateway {
  /** For SMS_URL. */
  url: string;
  /** The numbers of the texts it took, in order. */
  taken: string[];
  close(): Promise<void>;
}

/** Starts a gateway for texts on loopback. `beforeAnswering` delays each answer. */
export async function startTextGateway(beforeAnswering?: () => Promise<void>): Promise<TestTextGateway> {
  const taken: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    taken.push(new URLSearchParams(Buffer.concat(chunks).toString()).get('To') ?? '');
    await beforeAnswering?.();
    response.writeHead(201).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://user:password@127.0.0.1:${port}/Messages.json?from=%2B12035550100`,
    taken,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
