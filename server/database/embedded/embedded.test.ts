import { spawn } from 'node:child_process';
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
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

test('the owner has a UTF-8 database with checksums, durable, and no rights beyond it', async () => {
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

test('a connection without the password is refused', async () => {
  const { url } = await start();
  const guess = new URL(url);
  guess.password = 'guess';
  await expect(ask(guess.href, 'select 1')).rejects.toThrow('password authentication failed');
});

test('data outlives a restart', async () => {
  await ask((await start()).url, `create table kept as select 'yes' as word`);
  await stop();
  expect(await ask((await start()).url, 'select word from kept')).toEqual({ word: 'yes' });
});

test('a second start on the folder is refused until the first has stopped', async () => {
  await start();
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(DataDirInUseError);
  await stop();
  await start();
});

test("a process number that was given to somebody else doesn't stop the start", async () => {
  await start();
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
  const left = (await readFile(pidFile, 'utf8')).split('\n');
  await stop();
  // As after a power cut, when the number has gone to a process that lives and is not ours to stop. Only one of
  // PostgreSQL's own account would keep it from starting.
  const { uid, gid } = await stat(pidFile.replace('/postmaster.pid', ''));
  const stranger = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid } : {});
  try {
    await writeFile(pidFile, [stranger.pid, ...left.slice(1)].join('\n'));
    await chown(pidFile, uid, gid);
    const { url } = await start();
    expect(await ask(url, 'select 1 as one')).toEqual({ one: 1 });
    expect(stranger.exitCode).toBeNull();
  } finally {
    stranger.kill();
  }
});

test('the command line uses the database of a running server, and else starts its own', async () => {
  const { url } = await start();
  const borrowed = await openEmbeddedPostgres({ dataDir, log });
  expect(borrowed.url).toBe(url);
  await borrowed.stop();
  expect(await ask(url, 'select 1 as one')).toEqual({ one: 1 });
  await stop();

  const own = await openEmbeddedPostgres({ dataDir, log });
  expect(await ask(own.url, 'select 1 as one')).toEqual({ one: 1 });
  await own.stop();
  await expect(ask(own.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
});

test("a folder with another major version's database, or other passwords, is refused in words", async () => {
  await start();
  await stop();
  await writeFile(join(dataDir, 'keys/postgres-administrator.password'), 'of another backup');
  await expect(start()).rejects.toThrow('Restore keys/ and postgres/ from the same backup');
  await writeFile(join(dataDir, 'postgres/cluster/PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow('was made by PostgreSQL 17; this is 18');
});
