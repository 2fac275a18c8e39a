import { cpus } from 'node:os';
import { pathToFileURL } from 'node:url';
import { decodeJwt } from 'jose';
import { createPasswordHasher } from '#server/auth/users/password-hasher.ts';
import { PASSWORD } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY } from '#tests/support/server/keys.ts';
import { prepareServer } from '#tests/support/server/server-process.ts';
import { startWireProxy } from '#tests/support/services/wire-proxy.ts';
import {
  type BenchPortal,
  DOCUMENTS,
  METRICS_TOKEN,
  residentMemory,
  SECRET_KEY,
  withPortal,
} from './bench-portal.ts';
import { type Measured, type Results, saveResults, table } from './bench-table.ts';
import { type Rate, rateOf, rawRequest } from './load.ts';
import { parentOf, processorSeconds } from './processor-time.ts';
import { MEGABYTE, withBareServer } from './transfer.ts';

const ROUNDS = 3;
const SECONDS = 4;
const LISTED = 100;
const REST_ROWS = 2_000;
const MOST_MEMORY = 200 * MEGABYTE;

/** One kind of request. Its functions make the next request as bytes. */
interface Work {
  name: string;
  connections: number;
  request: (url: string) => readonly Buffer[];
  /** The same work by a server that does nothing else, or in this process. */
  limit?: { url: string; request: () => readonly Buffer[] } | ((seconds: number) => Promise<Rate>);
  goal: Measured['goal'];
}

interface Options {
  /** A part of the names of what is measured; all without it. */
  only?: string | undefined;
  /** Where to write the results as JSON. */
  json?: string | undefined;
}

/**
 * The requests that a season consists of: rate, processor time, and what a request asks of PostgreSQL, beside the limit of
 * the same machine in the same rounds. One process makes the load, on plain sockets.
 */
export async function hotPaths({ only = '', json }: Options = {}): Promise<void> {
  await withPortal((portal) =>
    withBare('bare-small-server.ts', (bareFiles) =>
      withBareRest(portal, async (bareRest, client) => {
        const works = await worksOf(client, bareRest, bareFiles);
        const results = await measureAll(
          portal,
          works.filter(({ name }) => name.includes(only)),
        );
        process.stdout.write(table(results));
        if (json !== undefined) await saveResults(json, results);
      }),
    ),
  );
}

type Client = Awaited<ReturnType<BenchPortal['person']>>;

const withBare = (script: string, work: (url: string) => Promise<void>, args?: string[]) =>
  withBareServer(new URL(script, import.meta.url), work, args);

async function withBareRest(
  { databaseUrl, person, pool }: BenchPortal,
  work: (url: string, client: Client) => Promise<void>,
): Promise<void> {
  const client = await person();
  const { id } = client;
  const one = await client.client.storage
    .from(DOCUMENTS)
    .upload(`${id}/one.txt`, new Blob(['p'.repeat(1024)]));
  if (one.error) throw one.error;
  // The others are copies of the row: 100 in a folder, the rest beside them.
  await pool.query(
    `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, blob_id)
     select bucket_id, $1 || case when n <= $3 then '/2026' else '' end || '/receipt ' || n || '.txt', owner, owner_id,
       metadata, blob_id
     from storage.objects, generate_series(1, $2::int) n where name = $1 || '/one.txt'`,
    [id, REST_ROWS, LISTED],
  );
  await pool.query('vacuum analyze');
  const claims = JSON.stringify(decodeJwt(client.headers.authorization?.split(' ')[1] ?? ''));
  // The tests' own hash has the lowest cost.
  const hash = await (await createPasswordHasher()).hash(PASSWORD);
  await pool.query('update auth.users set encrypted_password = $2 where id = $1', [id, hash]);
  await withBare('bare-rest-server.ts', (url) => work(url, client), [databaseUrl, claims]);
}

async function worksOf({ id, email, headers, client }: Client, bareRest: string, bareFiles: string) {
  const paper = (bytes: number) => Buffer.alloc(bytes, 'A page of a tax return.\n');
  const large = await client.storage.from(DOCUMENTS).upload(`${id}/large.txt`, new Blob([paper(MEGABYTE)]));
  if (large.error) throw large.error;
  const ours = { apikey: PUBLISHABLE_KEY, ...headers };
  const text = { 'content-type': 'text/plain' };
  const json = { 'content-type': 'application/json' };

  const rest = (name: string, query: string, bare: string): Work => ({
    name,
    connections: 10,
    request: (url) => rawRequest(`${url}/rest/v1/${query}`, { headers: ours }),
    limit: { url: bareRest, request: () => rawRequest(bareRest + bare, {}) },
    goal: { ofLimit: 0.85 },
  });
  const download = (name: string, file: string, bytes: number, goal: number): Work => ({
    name,
    connections: 8,
    request: (url) =>
      rawRequest(`${url}/storage/v1/object/authenticated/${DOCUMENTS}/${id}/${file}`, { headers: ours }),
    limit: { url: bareFiles, request: () => rawRequest(`${bareFiles}${bytes}`, {}) },
    goal: { perSecond: goal },
  });
  let sent = 0;
  const upload = (name: string, bytes: number, goal: number): Work => {
    const request = { method: 'POST', headers: { ...ours, ...text }, body: paper(bytes) };
    return {
      name,
      connections: 4,
      request: (url) => rawRequest(`${url}/storage/v1/object/${DOCUMENTS}/${id}/sent/${sent++}.txt`, request),
      limit: { url: bareFiles, request: () => rawRequest(`${bareFiles}sent${sent++}`, request) },
      goal: { perSecond: goal },
    };
  };
  // What the bare server reads.
  for (const bytes of [1024, MEGABYTE]) {
    await fetch(`${bareFiles}${bytes}`, { method: 'POST', body: paper(bytes) });
  }
  const hasher = await createPasswordHasher();
  const hash = await hasher.hash(PASSWORD);
  const works: Work[] = [
    rest('REST, 20 rows', `file_uploads?select=*&user_id=eq.${id}&order=uploaded_at.desc&limit=20`, 'files'),
    rest('REST, own profile', `user_profiles?select=*&user_id=eq.${id}`, 'profile'),
    {
      name: 'password login',
      connections: 4,
      request: (url) =>
        rawRequest(`${url}/auth/v1/token?grant_type=password`, {
          method: 'POST',
          headers: { apikey: PUBLISHABLE_KEY, ...json },
          body: Buffer.from(JSON.stringify({ email, password: PASSWORD })),
        }),
      limit: (seconds) => repeatHere(() => hasher.verify(PASSWORD, hash), 4, seconds),
      goal: { ofLimit: 0.75 },
    },
    {
      name: `list of ${LISTED}`,
      connections: 8,
      request: (url) =>
        rawRequest(`${url}/storage/v1/object/list/${DOCUMENTS}`, {
          method: 'POST',
          headers: { ...ours, ...json },
          body: Buffer.from(JSON.stringify({ prefix: `${id}/2026`, limit: LISTED, offset: 0 })),
        }),
      goal: { perSecond: 1_000 },
    },
    download('GET 1 KB, recorded', 'one.txt', 1024, 900),
    download('GET 1 MB, recorded', 'large.txt', MEGABYTE, 400),
    upload('POST 1 KB', 1024, 300),
    upload('POST 1 MB', MEGABYTE, 150),
  ];
  return works;
}

async function measureAll(portal: BenchPortal, works: readonly Work[]): Promise<Results> {
  const { server, pool } = portal;
  const { rows: backends } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postgresPid = parentOf(backends[0]?.pid ?? 0);
  const rows = works.map(
    ({ name, connections, goal, limit }): Measured => ({
      name: `${name}, c=${connections}`,
      perSecond: [],
      server: [],
      postgres: [],
      generator: [],
      goal,
      ...(limit && { limit: [] }),
    }),
  );
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    // A fast machine would reach what one client may add to the record in an hour.
    await pool.query('delete from nutmeg.record_pace');
    for (const [at, work] of works.entries()) {
      const limit = await limitOf(work);
      const times = () => [processorSeconds(server.pid()), processorSeconds(postgresPid)] as const;
      const [before, usage] = [times(), process.cpuUsage()];
      const { count, perSecond } = await rateOf(
        server.url,
        () => work.request(server.url),
        work.connections,
        SECONDS,
      );
      const { user, system } = process.cpuUsage(usage);
      const [ofServer, ofPostgres] = times().map(
        (time, which) => (1000 * (time - (before[which] ?? 0))) / count,
      );
      const row = rows[at];
      if (!row || round === 0) continue;
      row.perSecond.push(perSecond);
      row.server.push(ofServer ?? 0);
      row.postgres.push(ofPostgres ?? 0);
      row.generator.push((user + system) / 1e6 / SECONDS / cpus().length);
      if (limit) row.limit?.push(limit.perSecond);
    }
  }
  await countStatements(portal, works, rows);
  const memory = { bytes: await residentMemory(server.url), goal: MOST_MEMORY };
  return { about: aboutThisRun(), rows, memory };
}

async function limitOf({ limit, connections }: Work): Promise<Rate | undefined> {
  if (limit === undefined) return undefined;
  if (typeof limit === 'function') return limit(SECONDS);
  return rateOf(limit.url, limit.request, connections, SECONDS);
}

async function repeatHere(work: () => Promise<unknown>, atOnce: number, seconds: number): Promise<Rate> {
  const began = performance.now();
  let count = 0;
  const repeat = async () => {
    for (; performance.now() < began + seconds * 1000; count++) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, repeat));
  return { count, perSecond: (count / (performance.now() - began)) * 1000 };
}

/** With one connection, since requests at the same time may share statements. */
async function countStatements(portal: BenchPortal, works: readonly Work[], rows: Measured[]): Promise<void> {
  await withCountedServer(portal, async (url, takeMessages) => {
    for (const [at, work] of works.entries()) {
      const ask = () => rateOf(url, () => work.request(url), 1, 1);
      await ask();
      takeMessages();
      const { count } = await ask();
      const messages = takeMessages();
      const row = rows[at];
      if (!row) continue;
      row.statements = (messages.match(/[EQ]/g)?.length ?? 0) / count;
      row.roundTrips = (messages.match(/[SQ]/g)?.length ?? 0) / count;
    }
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

function aboutThisRun(): Record<string, string> {
  const [processor] = cpus();
  return {
    at: new Date().toISOString(),
    node: `Node.js ${process.version}`,
    machine: `${cpus().length} x ${processor?.model.trim() ?? ''}`,
    rounds: `${ROUNDS} rounds of ${SECONDS} s`,
  };
}
