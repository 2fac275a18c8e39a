import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { lockDataDir } from '#server/database/embedded/lock.ts';
import { eventually, freePort } from '../support/server/portal.ts';
import { emptyDataDir } from '../support/server/prepared-data-dir.ts';
import { createTestDatabase, overTcp } from '../support/test-database.ts';
import { createInstallation, type EmbeddedServer, type Installation, isReady } from './embedded-server.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await createInstallation({ dataDir: await emptyDataDir() });
});
afterEach(() => installation.close());

/** The output of a rejected start: one sentence with the variable's name, and no stack. */
async function refusalOf(env: Record<string, string>, code = 1): Promise<string> {
  const server = installation.start({ PORT: '0', ...env });
  expect(await server.exited()).toBe(code);
  await expect.poll(server.output).toMatch(/Nutmeg did not start/);
  expect(server.output()).not.toMatch(/^\s+at /m);
  return server.output();
}

test.each([
  ['a part of DATA_DIR is a file', 'DATA_DIR', 'file'],
  ['the folder of the documents is a file', 'DATA_DIR', 'files'],
  ['STORAGE_URL is a folder that is a file', 'STORAGE_URL', 'store'],
])('%s', { tags: ['faults-operate'] }, async (_what, name, how) => {
  const { dataDir } = installation;
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, how);
  await writeFile(file, '');
  const env: Record<string, string> = {};
  if (how === 'file') env.DATA_DIR = join(file, 'below');
  if (how === 'store') env.STORAGE_URL = `file://${file}`;
  const database = await createTestDatabase();
  const said = await refusalOf({ DATABASE_URL: database.url, ...env }, how === 'file' ? 1 : 75).finally(
    database.drop,
  );
  expect(said).toMatch(new RegExp(`- ${name}: [^\\n]*can't be written to: [^\\n]*\\.\\n$`));
});

test('a data folder in use is no reason to give up: a command may have it after a crash', {
  tags: ['faults-operate'],
}, async () => {
  const unlock = await lockDataDir(installation.dataDir);
  try {
    expect(await refusalOf({}, 75)).toContain('Another server');
  } finally {
    await unlock();
  }
});

const REFUSED = /- DATABASE_URL: [^\n]*refuses: [^\n]*\.\n$/;

test('a login that the database refuses is not waited for', async () => {
  const url = inject('clusterUrl').replace(/\/\/[^@]*@/, '//nobody:wrong@');
  expect(await refusalOf({ DATABASE_URL: url })).toMatch(REFUSED);
});

test('a database that is not there is not waited for', { tags: ['faults-operate'] }, async () => {
  const url = inject('clusterUrl').replace(/[^/]*$/, 'nowhere');
  expect(await refusalOf({ DATABASE_URL: url })).toMatch(REFUSED);
});

test('rejects a HOST that is not an address of this machine', { tags: ['faults-operate'] }, async () => {
  const database = await createTestDatabase();
  try {
    const said = await refusalOf({ DATABASE_URL: database.url, HOST: '192.0.2.1' });
    expect(said).toMatch(/- HOST: 192\.0\.2\.1 is not an address of this machine/);
  } finally {
    await database.drop();
  }
});

test('the start waits for a database that is not up yet', { tags: ['faults-operate'] }, async () => {
  const database = await createTestDatabase();
  const port = await freePort();
  const url = overTcp(database.url);
  const target = Number(url.port);
  url.port = String(port);
  const server = installation.start({ DATABASE_URL: url.href });
  await eventually(async () => server.output().includes('waiting for the database of DATABASE_URL'), 60_000);
  const late = createServer((inner) => {
    const outer = connect(target, '127.0.0.1');
    inner.pipe(outer).pipe(inner);
    for (const socket of [inner, outer]) socket.on('error', () => undefined);
  }).listen(port, '127.0.0.1');
  try {
    await eventually(() => isReady(server), 60_000);
  } finally {
    server.child.kill('SIGTERM');
    await server.exited();
    late.close();
    await database.drop();
  }
});

test('a mail server that is down is reported, and everything else works', {
  tags: ['faults-operate'],
}, async () => {
  const database = await createTestDatabase();
  const server = installation.start({ DATABASE_URL: database.url, SMTP_URL: 'smtp://127.0.0.1:1' });
  try {
    await eventually(() => isReady(server), 60_000);
    await expect.poll(server.output).toMatch(/SMTP_URL: the mail server 127\.0\.0\.1:1 can't be used: /);
  } finally {
    await stopped(server);
    await database.drop();
  }
});

async function stopped(server: EmbeddedServer): Promise<void> {
  server.child.kill('SIGTERM');
  await server.exited();
}

test('rejects a database without its encryption key before anything is written', {
  tags: ['faults-operate'],
}, async () => {
  await stopped(await installation.startReady());
  const key = join(installation.dataDir, 'keys', 'encryption.key');
  const kept = await readFile(key, 'utf8');
  await rm(key);
  const before = await readdir(installation.dataDir, { recursive: true });
  const said = await refusalOf({});
  expect(said).toContain('keys/encryption.key is missing');
  expect(await readdir(installation.dataDir, { recursive: true })).toEqual(before);
  expect(existsSync(key)).toBe(false);

  // PostgreSQL's passwords must not be replaced either.
  await writeFile(key, kept);
  const password = join(installation.dataDir, 'keys', 'postgres-owner.password');
  await rename(password, `${password}.away`);
  expect(await refusalOf({})).toContain('keys/postgres-owner.password is missing');
  expect(existsSync(password)).toBe(false);
  await rename(`${password}.away`, password);
  await stopped(await installation.startReady());
});

test('rejects an external database that is sealed with a missing key, and leaves it unchanged', {
  tags: ['faults-operate'],
}, async () => {
  const database = await createTestDatabase();
  try {
    const first = installation.start({ DATABASE_URL: database.url });
    await eventually(() => isReady(first), 60_000);
    await stopped(first);
    const key = join(installation.dataDir, 'keys', 'encryption.key');
    const kept = await readFile(key, 'utf8');
    await rm(key);
    expect(await refusalOf({ DATABASE_URL: database.url })).toMatch(/ENCRYPTION_KEY: .* is missing/);
    expect(existsSync(key)).toBe(false);
    const other = Buffer.alloc(32, 1).toString('base64');
    expect(await refusalOf({ DATABASE_URL: database.url, ENCRYPTION_KEY: other })).toMatch(
      /ENCRYPTION_KEY: this database was made with another/,
    );
    await writeFile(key, kept);
  } finally {
    await database.drop();
  }
});
