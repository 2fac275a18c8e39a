import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { ENCRYPTION_KEY } from '#tests/support/server/keys.ts';
import { prepareServer, type ServerProcess } from '#tests/support/server/server-process.ts';

export const SECRET_KEY = 'sb_secret_for_benches_only_0123456789';
export const METRICS_TOKEN = 'metrics-for-benches-only';
export const SERVICE = { authorization: `Bearer ${SECRET_KEY}` };
export const DOCUMENTS = 'user-documents';

export interface BenchPortal {
  server: ServerProcess;
  databaseUrl: string;
  /** ENCRYPTION_KEY for a command on the same data. */
  encryptionKey: string;
  pool: pg.Pool;
  /** A client that is signed in with a token. */
  person(options?: { role: 'admin' | 'super' }): Promise<Person & { headers: Record<string, string> }>;
}

/** A server with its own PostgreSQL for one benchmark; removed afterwards. */
export async function withPortal(
  work: (portal: BenchPortal) => Promise<void>,
  { siteFolder, captcha = 'off' }: { siteFolder?: string; captcha?: 'off' | 'embedded' } = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: { info() {}, error: console.error } });
  const server = await prepareServer({
    env: {
      DATABASE_URL: postgres.url,
      ENCRYPTION_KEY,
      SECRET_KEY,
      METRICS_TOKEN,
      CAPTCHA: captcha,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
    siteFolder,
  });
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
  const database = {
    query: async (sql: string, values?: unknown[]) => (await pool.query(sql, values)).rows,
  };
  try {
    await server.start();
    await work({
      server,
      databaseUrl: postgres.url,
      encryptionKey: ENCRYPTION_KEY,
      pool,
      person: async (options) => {
        const made = await createPerson(
          { url: server.url, database } as Parameters<typeof createPerson>[0],
          options,
        );
        const { data } = await made.client.auth.getSession();
        return { ...made, headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` } };
      },
    });
  } finally {
    await pool.end();
    await server.remove();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a bucket for the service key. */
export async function makeBucket(url: string, id: string): Promise<string> {
  const made = await fetch(`${url}/storage/v1/bucket`, {
    method: 'POST',
    headers: { ...SERVICE, 'content-type': 'application/json' },
    body: JSON.stringify({ id, name: id, public: false }),
  });
  if (!made.ok) throw new Error(await made.text());
  return id;
}

/** The server's resident memory, in bytes. */
export async function residentMemory(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const [, bytes] = /^process_resident_memory_bytes (\S+)/m.exec(await answer.text()) ?? [];
  return Number(bytes);
}

/** Samples the server's resident memory until `peak` is called. */
export async function watchMemory(url: string): Promise<{ before: number; peak(): Promise<number> }> {
  const resident = () => residentMemory(url);
  const before = await resident();
  let peak = before;
  let watching = true;
  const watched = (async () => {
    while (watching) {
      peak = Math.max(peak, await resident());
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  return {
    before,
    peak: async () => {
      watching = false;
      await watched;
      return peak;
    },
  };
}
const SAMPLE_MS = 100;

/** A percentile of sorted times. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`;

/** Runs work with limited concurrency until all is done. */
export async function inParallel(
  count: number,
  atOnce: number,
  work: (n: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
