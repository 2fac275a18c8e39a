import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { loadTables, saveTables } from '#server/operate/backup/make/logical-archive.ts';
import { createInstallation } from '#tests/faults/embedded-server.ts';
import { externalPostgresPrograms } from '#tests/support/missing-services.ts';
import { createPerson } from '#tests/support/people.ts';
import { photo } from '#tests/support/sample-documents.ts';
import { root } from '#tests/support/server/portal.ts';
import { startExternalPostgres } from '#tests/support/services/external-postgres.ts';

const ROWS = 600_000;
const DOCUMENTS = 60;
const DOCUMENT_BYTES = 4_000_000;
const READERS = 2;
const QUIET_MS = 10_000;

interface Cost {
  seconds: number;
  cpuSeconds: number;
}

/**
 * A backup compared with `cp -a` of the same data and `pg_dump` of the same rows, and the latency of readers meanwhile.
 */
export async function backup(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-backup-bench-'));
  const installation = await createInstallation({ settings: { CAPTCHA: 'off', LOG_LEVEL: 'error' } });
  try {
    const { url } = await installation.startReady();
    const person = await fill(url, installation.query);
    const read = async () => {
      const { error } = await person.client.from('file_uploads').select('*').limit(20);
      if (error) throw new Error(error.message);
    };
    const place = join(folder, 'place');
    await mkdir(place);
    const quiet = await latencies(read, () => pause(QUIET_MS));
    const command = [process.execPath, 'server/operate/cli/main.ts', 'backup', place];
    let first: Cost | undefined;
    const busy = await latencies(read, async () => {
      first = await cost(command, { DATA_DIR: installation.dataDir });
    });
    const second = await cost(command, { DATA_DIR: installation.dataDir });
    const data = ['postgres/cluster', 'files'].map((name) => join(installation.dataDir, name));
    const copied = await cost(['cp', '-a', ...data, `${folder}/`]);
    print('backup of everything', first, copied);
    print('backup with no new documents', second, copied);
    print('cp -a of cluster and files', copied, copied);
    await dump(installation, folder, copied);
    console.log(
      `a read's p95: ${p95(quiet)} ms of ${quiet.length} without, ${p95(busy)} ms of ${busy.length} while the backup ran`,
    );
  } finally {
    await installation.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Installation = Awaited<ReturnType<typeof createInstallation>>;

async function fill(url: string, query: Installation['query']) {
  await query(
    `insert into public.legacy_emails (email)
     select 'client-' || n || '-' || md5(n::text) || '@example.com' from generate_series(1, $1::int) n`,
    [ROWS],
  );
  const person = await createPerson({ url, database: { query } } as Parameters<typeof createPerson>[0]);
  for (let number = 1; number <= DOCUMENTS; number += 1) {
    const { buffer } = photo('scan.jpg', DOCUMENT_BYTES);
    const { error } = await person.client.storage
      .from('user-documents')
      .upload(`${person.id}/2026/scan-${number}.jpg`, buffer, { contentType: 'image/jpeg' });
    if (error) throw error;
  }
  return person;
}

/** Debian's pg_dump rejects our newer server, so it dumps the same rows from its own. */
async function dump(installation: Installation, folder: string, copied: Cost): Promise<void> {
  const programs = externalPostgresPrograms();
  if (programs === undefined) return console.log('pg_dump: not installed');
  const postgres = await startExternalPostgres();
  try {
    const [row] = (await installation.query('select inet_server_port() as port')) as { port: number }[];
    const password = await readFile(join(installation.dataDir, 'keys/postgres-owner.password'), 'utf8');
    const own = `postgres://nutmeg:${password}@127.0.0.1:${row?.port}/nutmeg`;
    await loadTables(postgres.url, await saveTables(own, join(folder, 'tables')));
    const file = join(folder, 'portal.dump');
    print(
      'pg_dump -Fc, rows only',
      await cost([join(programs, 'pg_dump'), '-Fc', '-f', file, postgres.url]),
      copied,
    );
  } finally {
    await postgres.stop();
  }
}

/** The CPU time that the shell reports for all its children. */
async function cost(command: string[], settings: Record<string, string> = {}): Promise<Cost> {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" > /dev/null';
  const child = spawn('bash', ['-c', script, 'bash', ...command], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(said);
  const [seconds = 0, user = 0, system = 0] = (said.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { seconds, cpuSeconds: user + system };
}

function print(what: string, one: Cost | undefined, copied: Cost): void {
  if (one === undefined) return;
  const ratio = (a: number, b: number) => (a / Math.max(b, 0.01)).toFixed(1);
  console.log(
    `${what}: ${one.seconds.toFixed(1)} s (${ratio(one.seconds, copied.seconds)} of cp), ` +
      `${one.cpuSeconds.toFixed(1)} s of CPU (${ratio(one.cpuSeconds, copied.cpuSeconds)} of cp)`,
  );
}

async function latencies(read: () => Promise<void>, during: () => Promise<void>): Promise<number[]> {
  const measured: number[] = [];
  let isOver = false;
  const readers = Array.from({ length: READERS }, async () => {
    while (!isOver) {
      const begun = performance.now();
      await read();
      measured.push(performance.now() - begun);
    }
  });
  await during();
  isOver = true;
  await Promise.all(readers);
  return measured.sort((a, b) => a - b);
}

function p95(sorted: number[]): string {
  return (sorted[Math.floor(sorted.length * 0.95)] ?? 0).toFixed(1);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
