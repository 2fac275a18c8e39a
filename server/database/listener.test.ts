import { expect, test } from 'vitest';
import { databaseForFile } from '#tests/support/test-database.ts';
import { createListener } from './listener.ts';

const database = databaseForFile();

const connections = () =>
  database.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'nutmeg listener' and datname = current_database()`,
  );

test('uses one connection for all channels, reopens it when it is lost, and reports the loss', async () => {
  const lost: Error[] = [];
  const listener = createListener({
    connection: { connectionString: database.url },
    onLost: (error) => lost.push(error),
    retryMs: 10,
  });
  const heard: string[] = [];
  await listener.listen('a', (payload) => heard.push(`a:${payload}`));
  await listener.listen('b', (payload) => heard.push(`b:${payload}`));
  await database.query(`select pg_notify('a', '1'), pg_notify('b', '2')`);
  await expect.poll(() => heard).toEqual(['a:', 'b:', 'a:1', 'b:2']);
  const [before, ...more] = await connections();
  expect(more).toEqual([]);

  heard.length = 0;
  await database.query('select pg_terminate_backend($1)', [before?.pid]);
  await expect.poll(() => heard).toEqual(['a:', 'b:']);
  await database.query(`select pg_notify('b', '3')`);
  await expect.poll(() => heard).toEqual(['a:', 'b:', 'b:3']);
  expect(lost.length).toBeGreaterThan(0);

  await listener.close();
  await expect.poll(connections).toEqual([]);
});

test('rejects if the first connection fails', async () => {
  const listener = createListener({
    connection: { connectionString: 'postgres://x@127.0.0.1:1/x' },
    onLost: () => expect.unreachable(),
    retryMs: 1,
  });
  await expect(listener.listen('a', () => undefined)).rejects.toThrow('ECONNREFUSED');
  await listener.close();
});
