import { connect } from 'node:net';

export interface Rate {
  count: number;
  perSecond: number;
}

/** A request as bytes on a connection that is kept open: its head and its body. */
export function rawRequest(
  url: string,
  {
    method = 'GET',
    headers = {},
    body = Buffer.alloc(0),
  }: { method?: string; headers?: Record<string, string>; body?: Buffer },
): Buffer[] {
  const { pathname, search, host } = new URL(url);
  const lines = Object.entries({ host, ...headers, 'content-length': String(body.length) }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const head = Buffer.from([`${method} ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  return [head, body];
}

/**
 * Sends a request again and again on some connections, for some seconds. On plain sockets, since an HTTP client would
 * take more of the processor than the server. Throws at any answer but 200.
 */
export async function rateOf(
  url: string,
  next: () => readonly Buffer[],
  connections: number,
  seconds: number,
): Promise<Rate> {
  const until = performance.now() + seconds * 1000;
  const began = performance.now();
  const counts = await Promise.all(
    Array.from({ length: connections }, () => repeatUntil(new URL(url), next, until)),
  );
  const milliseconds = performance.now() - began;
  const count = counts.reduce((sum, one) => sum + one, 0);
  return { count, perSecond: (count / milliseconds) * 1000 };
}

function repeatUntil({ hostname, port }: URL, next: () => readonly Buffer[], until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0;
    let answer = newAnswer();
    const send = () => {
      socket.cork();
      for (const part of next()) socket.write(part);
      socket.uncork();
    };
    const socket = connect(Number(port), hostname, send);
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed the connection')));
    socket.on('data', (chunk: Buffer) => {
      if (!answer.take(chunk)) return;
      if (!answer.text().startsWith('HTTP/1.1 200')) {
        socket.destroy(new Error(answer.text()));
        return;
      }
      count++;
      answer = newAnswer();
      if (performance.now() < until) {
        send();
        return;
      }
      resolve(count);
      socket.end();
    });
  });
}

/** The body of an answer is counted, not kept: joining a megabyte would cost more than sending it. */
function newAnswer(): { take(chunk: Buffer): boolean; text(): string } {
  let start = '';
  let headEnd = -1;
  let length: number | undefined;
  let received = 0;
  let end = '';
  return {
    take(chunk) {
      received += chunk.length;
      if (headEnd < 0) {
        start += chunk.toString('latin1');
        headEnd = start.indexOf('\r\n\r\n');
        if (headEnd < 0) return false;
        const [, given] = /\r\ncontent-length: (\d+)/i.exec(start.slice(0, headEnd)) ?? [];
        length = given === undefined ? undefined : Number(given);
      }
      if (length !== undefined) return received >= headEnd + 4 + length;
      end = (end + chunk.toString('latin1', Math.max(chunk.length - 5, 0))).slice(-5);
      return end === '0\r\n\r\n';
    },
    text: () => start,
  };
}
