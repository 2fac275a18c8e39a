import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { demoOffice } from '#domain/business/demo-office.ts';
import type { Database } from '#server/database/database.ts';
import { fixedOffice } from '#server/office/office.ts';
import type { Config } from '#server/settings/config.ts';
import { startBackups } from './start-backups.ts';

test('a program that can’t be started is logged, and the server goes on', async () => {
  const { execPath } = process;
  process.execPath = '/gone/node';
  onTestFinished(() => {
    process.execPath = execPath;
  });
  const warned = Promise.withResolvers<unknown[]>();
  const backup = { url: tmpdir(), at: '02:30', keep: { days: 1, weeks: 0, months: 0 } };
  const config = { backup, dataDir: tmpdir(), databaseUrl: 'postgres://elsewhere' } as Config;
  // There was no backup, so one is due.
  const database = { query: async () => ({ rows: [] }) } as unknown as Database;
  const backups = await startBackups({
    config,
    office: fixedOffice(demoOffice),
    database,
    store: {} as never,
    log: { warn: (...said) => warned.resolve(said), info: () => undefined },
  });
  expect(await warned.promise).toEqual([
    { err: expect.objectContaining({ code: 'ENOENT' }) },
    'the scheduled backup could not be started',
  ]);
  await backups.stop();
});
