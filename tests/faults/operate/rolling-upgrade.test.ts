/** @module-tag faults-operate */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, PASSWORD, type Person, visitor } from '#tests/support/people.ts';
import { pdf } from '#tests/support/sample-documents.ts';
import { root, settingsFor } from '#tests/support/server/portal.ts';
import { prepareServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { type Balancer, startBalancer } from '#tests/support/services/balancer.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { eventually } from '#tests/support/waiting.ts';

/** Upgrades two servers on one database in turn while people work, and downgrades one of them. */
/** Additions to tables that are in use: one table per migration, as decision 20 requires. */
const ADDITIONS = [
  `alter table public.user_profiles add column nickname text not null default '';
   grant select (nickname) on public.user_profiles to authenticated;`,
  'alter table auth.sessions add column mark text;',
  'alter table storage.objects add column mark text;',
  `create table public.additions (id uuid primary key default gen_random_uuid(), mark text);
   alter table public.additions enable row level security;`,
];
/** The pause between two actions of one person. */
const PACE_MS = 20;

let folder: string;
let newer: string;
let database: TestDatabase;
let balancer: Balancer;
let servers: [ServerProcess, ServerProcess];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-rolling-'));
  newer = join(folder, 'newer');
  await plantNewerRelease();
  database = await createTestDatabase();
  balancer = await startBalancer();
  const STORAGE_URL = pathToFileURL(join(folder, 'documents')).href;
  const env = { ...settingsFor(database), STORAGE_URL, SITE_URL: balancer.url };
  servers = [
    await prepareServer({ env, siteFolder: undefined }),
    await prepareServer({ env, siteFolder: undefined }),
  ];
});
afterAll(async () => {
  await balancer?.close();
  await Promise.all((servers ?? []).map((server) => server.remove()));
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function plantNewerRelease(): Promise<void> {
  for (const part of ['server', 'domain', 'contract', 'locales', 'database']) {
    await cp(join(root, part), join(newer, part), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(newer, 'node_modules'));
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  await writeFile(join(newer, 'package.json'), JSON.stringify({ ...manifest, version: '99.0.0' }));
  const migrations = join(newer, 'database/migrations');
  await Promise.all(ADDITIONS.map((sql, i) => writeFile(join(migrations, `900${i}_addition.sql`), sql)));
}

/** The daily work of people. Each round throws the error that its client would see. */
const work = {
  read: async ({ client }: Person) => must(await client.from('file_uploads').select('*')),
  write: async ({ client, id }: Person) =>
    must(await client.from('user_profiles').update({ first_name: 'Maria' }).eq('user_id', id).select()),
  list: async ({ client }: Person) => must(await client.rpc('my_sessions')),
  documents: async ({ client, id }: Person) => {
    const name = `${id}/${crypto.randomUUID()}.pdf`;
    must(await client.storage.from('user-documents').upload(name, pdf('w2.pdf').buffer));
    must(await client.storage.from('user-documents').download(name));
  },
  signIn: async ({ email }: Person) =>
    must(await visitor({ url: balancer.url }).auth.signInWithPassword({ email, password: PASSWORD })),
  refresh: async ({ client }: Person) => must(await client.auth.refreshSession()),
};

function must({ error }: { error: { message: string } | null }): void {
  if (error) throw error;
}

async function openLoad() {
  const failures: string[] = [];
  const rounds = Object.fromEntries(Object.keys(work).map((name) => [name, 0]));
  let going = true;
  const people = await Promise.all(
    Object.keys(work).map(() => createPerson({ url: balancer.url, database })),
  );
  const running = Object.entries(work).map(async ([name, act], place) => {
    const person = people[place];
    if (!person) throw new Error('no one is working');
    while (going) {
      await act(person).catch((error: Error) => failures.push(`${name}: ${error.message}`));
      rounds[name] = (rounds[name] ?? 0) + 1;
      await pause(PACE_MS);
    }
  });
  return {
    failures,
    /** Waits until everyone has done this much more. */
    waitForProgress: async () => {
      const before = { ...rounds };
      await eventually(
        async () => Object.keys(work).every((name) => (rounds[name] ?? 0) >= (before[name] ?? 0) + 3),
        60_000,
      );
    },
    stop: async () => {
      going = false;
      await Promise.all(running);
    },
  };
}

/** As an operator does: stop new requests, stop the server, start it from the other tree, and accept requests again. */
async function change(server: ServerProcess, other: ServerProcess, tree: string): Promise<void> {
  balancer.behind([other.url]);
  expect(await server.end('SIGTERM')).toBe(0);
  await server.start(tree);
  balancer.behind([server.url, other.url]);
}

const versionOf = async ({ url }: ServerProcess) => (await (await fetch(`${url}/healthz`)).json()).version;

test('two servers are upgraded in turn, and one is downgraded, without downtime', async () => {
  const [one, two] = servers;
  await Promise.all([one.start(), two.start()]);
  balancer.behind([one.url, two.url]);
  const load = await openLoad();
  try {
    await load.waitForProgress();
    await change(one, two, newer);
    expect([await versionOf(one), await versionOf(two)]).toEqual(['99.0.0', await versionHere()]);
    await load.waitForProgress();

    // The older server serves the newer one's additions.
    const person = await createPerson({ url: two.url, database });
    await eventually(async () => {
      const { data } = await person.client.from('user_profiles').select('nickname').single();
      return data?.nickname === '';
    });

    await change(two, one, newer);
    await load.waitForProgress();
    await change(one, two, root);
    expect([await versionOf(one), await versionOf(two)]).toEqual([await versionHere(), '99.0.0']);
    await load.waitForProgress();
  } finally {
    await load.stop();
    if (load.failures.length > 0) console.log(one.output(), two.output());
  }
  expect(load.failures).toEqual([]);
});

const versionHere = async () => JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version;
