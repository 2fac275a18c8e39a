import { pathToFileURL } from 'node:url';
import { prepareServer } from '#tests/support/server/server-process.ts';
import { startWireProxy } from '#tests/support/services/wire-proxy.ts';
import {
  type BenchPortal,
  DOCUMENTS,
  METRICS_TOKEN,
  percentile,
  SECRET_KEY,
  withPortal,
} from './bench-portal.ts';
import { rateOf, rawRequest } from './load.ts';
import { parentOf, processorSeconds } from './processor-time.ts';
import { MEGABYTE } from './transfer.ts';

const FILES = 100;
const ROUNDS = 5;
const SECONDS = 3;

interface Work {
  path: () => string;
  connections: number;
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

/**
 * A list of 100 files, recorded downloads, and uploads: rate, processor time of server and PostgreSQL, and what a request
 * asks of PostgreSQL. `BENCH_WORK` selects by a part of the name.
 */
export async function hotStorage(): Promise<void> {
  await withPortal(async (portal) => {
    const { server, pool, person } = portal;
    const { id, client, headers } = await person();
    const one = await client.storage.from(DOCUMENTS).upload(`${id}/one.txt`, new Blob(['p'.repeat(1024)]));
    if (one.error) throw one.error;
    await pool.query(
      `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, blob_id)
       select bucket_id, $1 || '/2026/receipt ' || n || '.txt', owner, owner_id, metadata, blob_id
       from storage.objects, generate_series(1, $2::int) n where name = $1 || '/one.txt'`,
      [id, FILES],
    );
    await pool.query('vacuum analyze');
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    const postgresPid = parentOf(rows[0]?.pid ?? 0);
    const paper = (bytes: number) => Buffer.alloc(bytes, 'A page of a tax return.\n');
    await client.storage.from(DOCUMENTS).upload(`${id}/large.txt`, new Blob([paper(MEGABYTE)]));
    let uploads = 0;
    const upload = (bytes: number): Work => ({
      path: () => `${DOCUMENTS}/${id}/up/${uploads++}.txt`,
      connections: 4,
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: paper(bytes),
    });
    const works: Record<string, Work> = {
      [`list of ${FILES}`]: {
        path: () => `list/${DOCUMENTS}`,
        connections: 8,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify({ prefix: `${id}/2026`, limit: FILES, offset: 0 })),
      },
      'GET 1 KB, recorded': { path: () => `authenticated/${DOCUMENTS}/${id}/one.txt`, connections: 8 },
      'GET 1 MB, recorded': { path: () => `authenticated/${DOCUMENTS}/${id}/large.txt`, connections: 8 },
      'POST 1 KB': upload(1024),
      'POST 1 MB': upload(MEGABYTE),
    };
    const wanted = process.env.BENCH_WORK ?? '';
    await withCountedServer(portal, async (countedUrl, takeMessages) => {
      for (const [name, work] of Object.entries(works).filter(([name]) => name.includes(wanted))) {
        const { path, connections, headers: more = {}, ...request } = work;
        const ask = (url: string, atOnce: number, seconds: number) => {
          const base = `${url}/storage/v1/object/`;
          const next = () => rawRequest(base + path(), { ...request, headers: { ...headers, ...more } });
          return rateOf(url, next, atOnce, seconds);
        };
        const measured: { rate: number; server: number; postgres: number }[] = [];
        // The first round warms up.
        for (let round = 0; round <= ROUNDS; round++) {
          const before = [processorSeconds(server.pid()), processorSeconds(postgresPid)] as const;
          const { count, perSecond } = await ask(server.url, connections, SECONDS);
          const cost = (pid: number, from: number) => (1000 * (processorSeconds(pid) - from)) / count;
          const [ofServer, ofPostgres] = [cost(server.pid(), before[0]), cost(postgresPid, before[1])];
          if (round > 0) measured.push({ rate: perSecond, server: ofServer, postgres: ofPostgres });
        }
        const median = (key: 'rate' | 'server' | 'postgres') =>
          percentile(
            measured.map((round) => round[key]),
            0.5,
          );
        const perRequest: string[] = [];
        for (const atOnce of [1, connections]) {
          await ask(countedUrl, atOnce, 1);
          takeMessages();
          const { count } = await ask(countedUrl, atOnce, 1);
          const messages = takeMessages();
          const of = (letters: RegExp) => ((messages.match(letters)?.length ?? 0) / count).toFixed(2);
          perRequest.push(`c=${atOnce}: ${of(/[EQ]/g)} statements, ${of(/[SQ]/g)} round trips`);
        }
        process.stdout.write(
          `${name}, c=${connections}: ${median('rate').toFixed(0)}/s, server ${median('server').toFixed(2)} ms, PostgreSQL ${median('postgres').toFixed(2)} ms; ${perRequest.join('; ')}\n`,
        );
      }
    });
  });
}

/** A second server on the same data, whose messages to PostgreSQL are counted. */
async function withCountedServer(
  { server, databaseUrl, encryptionKey }: BenchPortal,
  work: (url: string, takeMessages: () => string) => Promise<void>,
): Promise<void> {
  const proxy = await startWireProxy(databaseUrl);
  const counted = await prepareServer({
    env: {
      DATABASE_URL: proxy.url,
      STORAGE_URL: pathToFileURL(`${server.dataDir}/files`).href,
      ENCRYPTION_KEY: encryptionKey,
      SECRET_KEY,
      METRICS_TOKEN,
      CAPTCHA: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
    siteFolder: undefined,
  });
  try {
    await counted.start();
    await work(counted.url, proxy.takeMessages);
  } finally {
    await counted.remove();
    await proxy.close();
  }
}
