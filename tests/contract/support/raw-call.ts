import { Agent, request } from 'node:http';

export interface RawAnswer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

export interface RawCall {
  method: string;
  /** With the query, as it goes over the wire. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Sends requests that `fetch` would reject or change, with keep-alive connections. */
export function rawCaller(origin: string): { call(raw: RawCall): Promise<RawAnswer>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const { hostname, port } = new URL(origin);
  return {
    call: ({ method, path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
        const sent = request(
          { agent, hostname, port, method, path, headers: { ...headers, ...length } },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('error', reject);
            response.on('end', () =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                text: Buffer.concat(chunks).toString(),
              }),
            );
          },
        );
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}
