import { createServer } from 'node:net';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { unavailability } from './availability.ts';

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a port without a listener', async () => {
  const error = await failureOf(new pg.Client('postgres://x@127.0.0.1:1/x').connect());
  expect(error).toBeInstanceOf(Error);
  expect(unavailability(error)).toBe('unreachable');
});

test('a server that closes the connection', async () => {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const error = await failureOf(new pg.Client(`postgres://x@127.0.0.1:${port}/x`).connect());
  server.close();
  expect(unavailability(error)).toBe('unreachable');
});

test('a closed pool, as during a stop', async () => {
  const pool = new pg.Pool({ connectionString: inject('clusterUrl') });
  await pool.end();
  expect(unavailability(await failureOf(pool.query('select 1')))).toBe('unreachable');
});

test('a connection that PostgreSQL ends', async () => {
  const [client, other] = [new pg.Client(inject('clusterUrl')), new pg.Client(inject('clusterUrl'))];
  client.on('error', () => undefined);
  await Promise.all([client.connect(), other.connect()]);
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const broken = failureOf(client.query('select pg_sleep(60)'));
  await other.query('select pg_terminate_backend($1)', [rows[0].pid]);
  expect(await broken).toMatchObject({ code: '57P01' });
  expect(unavailability(await broken)).toBe('unreachable');
  expect(unavailability(await failureOf(client.query('select 1')))).toBe('unreachable');
  await other.end();
});

const stateOf = (code: string) => Object.assign(new pg.DatabaseError('x', 1, 'error'), { code });

test.each([
  ['08006', 'unreachable'],
  ['08P01', 'unreachable'],
  ['28P01', 'unreachable'],
  ['3D000', 'unreachable'],
  ['53200', 'unreachable'],
  ['53300', 'unreachable'],
  ['57P01', 'unreachable'],
  ['57P02', 'unreachable'],
  ['57P03', 'unreachable'],
  ['58030', 'unreachable'],
  ['53100', 'full'],
  ['57014', undefined],
  ['40P01', undefined],
  ['42501', undefined],
  ['54001', undefined],
] as const)('SQLSTATE %s is %s', (code, expected) => {
  expect(unavailability(stateOf(code))).toBe(expected);
});

test('errors of an available PostgreSQL', async () => {
  const client = new pg.Client(inject('clusterUrl'));
  await client.connect();
  expect(unavailability(await failureOf(client.query('select nonsense')))).toBeUndefined();
  await client.end();
  expect(unavailability(new TypeError('a mistake of ours'))).toBeUndefined();
  expect(unavailability(Object.assign(new Error(), { code: 'ENOENT', syscall: 'open' }))).toBeUndefined();
  expect(unavailability('a text')).toBeUndefined();
});
