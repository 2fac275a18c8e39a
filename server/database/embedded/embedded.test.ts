/** @module-tag faults-operate */
import { spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  DataDirInUseError,
  type EmbeddedPostgres,
  openEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded.ts';

let dataDir: string;
let running: EmbeddedPostgres | undefined;
const log = { info() {}, error: console.error };

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nutmeg-embedded-'));
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dataDir, log });
  return running;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows[0];
  } finally {
    await client.end();
  }
}

test('creates a durable UTF-8 database with checksums for an unprivileged owner', async () => {
  const { url } = await start();
  const facts = await ask(
    url,
    `select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
            current_setting('full_page_writes') as whole_pages, pg_encoding_to_char(encoding) as encoding,
            datlocprovider::text as provider, datlocale as locale,
            (select rolsuper from pg_roles where rolname = current_user) as super
     from pg_database where datname = current_database()`,
  );
  expect(facts).toEqual({
    checksums: 'on',
    fsync: 'on',
    whole_pages: 'on',
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
    super: false,
  });
  await expect(ask(url, `select pg_read_file('/etc/hostname')`)).rejects.toThrow('permission denied');
});

test('listens in a folder that others can’t enter, and by TCP for tools', async () => {
  const { url, administratorUrl } = await start();
  const folder = decodeURIComponent(new URL(url).hostname);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const address = 'select inet_client_addr() as address';
  expect(await ask(url, address)).toEqual({ address: null });
  expect(await ask(administratorUrl, address)).toEqual({ address: '127.0.0.1' });
  await stop();
  await expect(stat(folder)).rejects.toThrow('ENOENT');
});

test('rejects a connection without the password', async () => {
  const { url } = await start();
  const guess = new URL(url);
  guess.password = 'guess';
  await expect(ask(guess.href, 'select 1')).rejects.toThrow('password authentication failed');
});

test('keeps data over a restart', async () => {
  await ask((await start()).url, `create table kept as select 'yes' as word`);
  await stop();
  expect(await ask((await start()).url, 'select word from kept')).toEqual({ word: 'yes' });
});

test('rejects a second start on the folder until the first has stopped', async () => {
  await start();
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(DataDirInUseError);
  await stop();
  await start();
});

test('starts although another process has the PID of a stale lock file', async () => {
  await start();
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
  const left = (await readFile(pidFile, 'utf8')).split('\n');
  await stop();
  // As after a power cut, when the PID belongs to another process that must not be stopped. Only a process of
  // PostgreSQL's own account would prevent the start.
  const { uid, gid } = await stat(pidFile.replace('/postmaster.pid', ''));
  const stranger = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid } : {});
  const [socketFolder = ''] = left.slice(4);
  await mkdir(socketFolder);
  try {
    await writeFile(pidFile, [stranger.pid, ...left.slice(1)].join('\n'));
    await chown(pidFile, uid, gid);
    const { url } = await start();
    expect(await ask(url, 'select 1 as one')).toEqual({ one: 1 });
    expect(stranger.exitCode).toBeNull();
    await expect(stat(socketFolder)).rejects.toThrow('ENOENT');
  } finally {
    stranger.kill();
  }
});

test('openEmbeddedPostgres uses a running server’s database, or starts one', async () => {
  const { url } = await start();
  const borrowed = await openEmbeddedPostgres({ dataDir, log });
  expect(await ask(borrowed.url, 'select 1 as one')).toEqual({ one: 1 });
  await borrowed.stop();
  expect(await ask(url, 'select 1 as one')).toEqual({ one: 1 });
  await stop();

  const own = await openEmbeddedPostgres({ dataDir, log });
  expect(await ask(own.url, 'select 1 as one')).toEqual({ one: 1 });
  await own.stop();
  await expect(ask(own.url, 'select 1')).rejects.toThrow('ENOENT');
});

test('explains why it rejects another major version or other passwords', async () => {
  await start();
  await stop();
  await writeFile(join(dataDir, 'keys/postgres-administrator.password'), 'of another backup');
  await expect(start()).rejects.toThrow('Restore keys/ and postgres/ from the same backup');
  await writeFile(join(dataDir, 'postgres/cluster/PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow('was made by PostgreSQL 17; this is 18');
});
