/** @module-tag faults-kills */
import { Agent, get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { eventually, SECRET_KEY } from '#tests/support/server/portal.ts';
import { createInstallation, type Installation, isAlive, killTree } from './embedded-server.ts';

const ROUNDS = 10;
const WORKERS = 8;
const BUCKET = 'user-documents';
/** Read whole, a segment, and as a stream. */
const SIZES = [1_000, 262_144, 600_000];

interface Reader {
  id: string;
  headers: Record<string, string>;
}

interface Document {
  id: string;
  path: string;
}

let installation: Installation;
let url: string;
let readers: Reader[];
let documents: Document[];

beforeAll(async () => {
  installation = await createInstallation({ settings: { SECRET_KEY, CAPTCHA: 'off', LOG_LEVEL: 'fatal' } });
  ({ url } = await installation.startReady());
  const portal = {
    url,
    database: { query: installation.query as Parameters<typeof createPerson>[0]['database']['query'] },
  };
  const [maria, rosa] = [await createPerson(portal), await createPerson(portal)];
  const dana = await createPerson(portal, { role: 'admin' });
  // Each right is read in the same statement as the document: the client's, a member's, and that of staff.
  await installation.query(
    `insert into public.client_members (client_id, user_id, relation, rights) values ($1, $2, 'spouse', '{see}')`,
    [maria.id, rosa.id],
  );
  readers = await Promise.all([maria, rosa, dana].map(readerOf));
  documents = await Promise.all(SIZES.map((size) => upload(maria, size)));
});
afterAll(() => installation?.close());

async function readerOf({ id, client }: Person): Promise<Reader> {
  const { session } = (await client.auth.getSession()).data;
  return { id, headers: { authorization: `Bearer ${session?.access_token}` } };
}

async function upload({ id, client }: Person, size: number): Promise<Document> {
  const path = `${id}/${size}.txt`;
  const { data, error } = await client.storage.from(BUCKET).upload(path, new Blob(['x'.repeat(size)]));
  if (error) throw error;
  return { id: data.id, path };
}

let seed = 20_261;
/** A linear congruential generator, so that every run makes the same choices. */
const random = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;

/** By reader and document. */
type Counts = Map<string, number>;
const asked: Counts = new Map();
const begun: Counts = new Map();
const keyOf = (reader: string, document: string) => `${reader} ${document}`;
const count = (counts: Counts, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
const total = (counts: Counts) => [...counts.values()].reduce((sum, one) => sum + one, 0);

/** Resolves with whether the whole document came. */
function download(agent: Agent, reader: Reader, document: Document): Promise<boolean> {
  const key = keyOf(reader.id, document.id);
  count(asked, key);
  return new Promise((resolve, reject) => {
    const address = `${url}/storage/v1/object/authenticated/${BUCKET}/${document.path}`;
    get(address, { agent, headers: reader.headers }, (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`${response.statusCode}`));
        return;
      }
      // Even before the first byte of the document.
      count(begun, key);
      response.on('error', () => undefined).on('close', () => resolve(response.complete));
      response.resume();
    }).on('error', () => resolve(false));
  });
}

/** Downloads until the server is killed. */
async function work(agent: Agent): Promise<void> {
  while (await download(agent, pick(readers), pick(documents)));
}

async function kill(withDatabase: boolean): Promise<void> {
  const [server, postmaster] = [await installation.serverPid(), await installation.postmasterPid()];
  process.kill(server, 'SIGKILL');
  if (withDatabase) await killTree(postmaster);
  await eventually(async () => !isAlive(server));
}

async function recorded(): Promise<Counts> {
  const rows = (await installation.query(
    `select actor_id, document_id, count(*)::int as n from public.document_events
     where action = 'downloaded' group by 1, 2`,
  )) as { actor_id: string; document_id: string; n: number }[];
  return new Map(rows.map(({ actor_id, document_id, n }) => [keyOf(actor_id, document_id), n]));
}

test(`${ROUNDS} times kill -9 under downloads: each one that began is in the record`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const agent = new Agent({ keepAlive: true });
    const enough = total(begun) + WORKERS + random(200);
    const workers = Array.from({ length: WORKERS }, () => work(agent));
    await Promise.race([eventually(async () => total(begun) >= enough), Promise.all(workers)]);
    await kill(round % 2 === 1);
    await Promise.all(workers);
    agent.destroy();
    await installation.startReady();
    const lines = await recorded();
    expect([...begun].filter(([key, times]) => (lines.get(key) ?? 0) < times)).toEqual([]);
    // A request has one line, even if it was interrupted.
    expect([...lines].filter(([key, times]) => (asked.get(key) ?? 0) < times)).toEqual([]);
  }
  expect(total(begun)).toBeGreaterThan(ROUNDS * WORKERS);
  expect(begun.size).toBe(readers.length * documents.length);

  // The counts follow the record, since one transaction writes both.
  const rows = await installation.query(
    `select f.id from public.file_uploads f where f.download_count <> (
       select count(*) from public.document_events e where e.document_id = f.id and e.action = 'downloaded'
     )`,
  );
  expect(rows).toEqual([]);
}, 280_000);
