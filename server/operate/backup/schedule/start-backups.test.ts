import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { demoOffice } from '#domain/business/demo-office.ts';
import type { Database } from '#server/database/database.ts';
import { walSpoolFolder } from '#server/database/wal-archiving.ts';
import { fixedOffice } from '#server/office/office.ts';
import type { Config } from '#server/settings/config.ts';
import { startBackups } from './start-backups.ts';

const start = (dataDir: string, databaseUrl: string | undefined, warn: (...said: unknown[]) => void) => {
  const backup = { url: tmpdir(), at: '02:30', keep: { days: 1, weeks: 0, months: 0 } };
  // There was no backup, so one is due.
  const database = { query: async () => ({ rows: [] }) } as unknown as Database;
  return startBackups({
    config: { backup, dataDir, databaseUrl } as Config,
    office: fixedOffice(demoOffice),
    database,
    store: {} as never,
    log: { warn, info: () => undefined },
  });
};

test('a program that can’t be started is logged, and the server goes on', async () => {
  const { execPath } = process;
  process.execPath = '/gone/node';
  onTestFinished(() => {
    process.execPath = execPath;
  });
  const warned = Promise.withResolvers<unknown[]>();
  const backups = await start(tmpdir(), 'postgres://elsewhere', (...said) => warned.resolve(said));
  expect(await warned.promise).toEqual([
    { err: expect.objectContaining({ code: 'ENOENT' }) },
    'the scheduled backup could not be started',
  ]);
  await backups.stop();
});

test('a lost key is reported, and not made anew', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nutmeg-backups-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await mkdir(walSpoolFolder(dataDir), { recursive: true });
  const warned: string[] = [];
  const both = Promise.withResolvers<void>();
  const backups = await start(dataDir, undefined, (details, message) => {
    const { err } = details as { err?: Error };
    if (warned.push(err?.message ?? String(message)) === 2) both.resolve();
  });
  await both.promise;
  await backups.stop();
  const missing = 'keys/encryption.key in DATA_DIR is missing. Restore it from a copy.';
  expect(warned).toEqual([missing, missing]);
  expect(await readdir(dataDir)).not.toContain('keys');
});
