import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createWhenEnded } from './load.ts';

test('closing a connection ends all its requests, including pipelined ones', async () => {
  const whenEnded = createWhenEnded();
  let open = 0;
  const server = createServer((request, response: ServerResponse) => {
    open++;
    whenEnded(request.socket, response, () => open--);
    if (request.url === '/now') response.end('hello');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const dial = () => connect((server.address() as AddressInfo).port, '127.0.0.1');
  const get = (socket: Socket, path: string) => socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);

  const answered = dial();
  get(answered, '/now');
  await once(answered, 'data');
  await expect.poll(() => open).toBe(0);

  const waiting = dial();
  for (let i = 0; i < 20; i++) get(waiting, '/never');
  await expect.poll(() => open).toBe(20);
  waiting.destroy();
  await expect.poll(() => open).toBe(0);
  answered.destroy();
  server.close();
});
