import { connect } from 'node:net';

export interface Rate {
  count: number;
  perSecond: number;
}

/** A request as bytes on a connection that is kept open. */
export function rawRequest(
  url: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string },
): Buffer {
  const { pathname, search, host } = new URL(url);
  const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.from([`${method} ${pathname}${search} HTTP/1.1`, ...lines, '', body].join('\r\n'));
}

/**
 * Sends the request again and again on some connections, for some seconds. On plain sockets, since an HTTP client would
 * take more of the processor than the server. Throws at any answer but 200.
 */
export async function rateOf(
  url: string,
  request: Buffer,
  connections: number,
  seconds: number,
): Promise<Rate> {
  const until = performance.now() + seconds * 1000;
  const began = performance.now();
  const counts = await Promise.all(
    Array.from({ length: connections }, () => repeatUntil(new URL(url), request, until)),
  );
  const milliseconds = performance.now() - began;
  const count = counts.reduce((sum, one) => sum + one, 0);
  return { count, perSecond: (count / milliseconds) * 1000 };
}

function repeatUntil({ hostname, port }: URL, request: Buffer, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0;
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.setEncoding('latin1').setNoDelay(true);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed the connection')));
    socket.on('data', (chunk: string) => {
      received += chunk;
      if (!isWhole(received)) return;
      if (!received.startsWith('HTTP/1.1 200')) {
        socket.destroy(new Error(received));
        return;
      }
      count++;
      received = '';
      if (performance.now() < until) {
        socket.write(request);
        return;
      }
      resolve(count);
      socket.end();
    });
  });
}

function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, headEnd)) ?? [];
  return length === undefined ? answer.endsWith('0\r\n\r\n') : answer.length >= headEnd + 4 + Number(length);
}
