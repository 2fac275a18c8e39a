import { createServer } from 'node:net';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { isUnreachable } from './unreachable.ts';

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('nobody listens', async () => {
  const error = await failureOf(new pg.Client('postgres://x@127.0.0.1:1/x').connect());
  expect(error).toBeInstanceOf(Error);
  expect(isUnreachable(error)).toBe(true);
});

test('who listens hangs up', async () => {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const error = await failureOf(new pg.Client(`postgres://x@127.0.0.1:${port}/x`).connect());
  server.close();
  expect(isUnreachable(error)).toBe(true);
});

test('PostgreSQL is there, and refuses', async () => {
  const client = new pg.Client(inject('clusterUrl'));
  await client.connect();
  expect(isUnreachable(await failureOf(client.query('select nonsense')))).toBe(false);
  await client.end();
  expect(isUnreachable(new TypeError('a mistake of ours'))).toBe(false);
  expect(isUnreachable('a text')).toBe(false);
});
