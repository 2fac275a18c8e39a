import { afterEach, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { eventually, startPortal } from '#tests/support/server/portal.ts';
import { isReady, killTree, openHouse } from './embedded-server.ts';

const FILES = 5_000;
const BUCKET = 'user-documents';
const PATHS = ['2024/receipts', 'archive/older/2024'];

type Query = (sql: string, values?: unknown[]) => Promise<unknown[]>;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** One real upload; the others are its copies, made in the database. */
async function fill(query: Query, { id, client }: Person): Promise<void> {
  const { error } = await client.storage
    .from(BUCKET)
    .upload(`${id}/${PATHS[0]}/first.txt`, new Blob(['a paper'], { type: 'text/plain' }));
  if (error) throw error;
  await query(
    `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, blob_id)
     select bucket_id, $1 || '/' || n % 10 || '/' || n || '.txt', owner, owner_id, metadata, blob_id
     from storage.objects, generate_series(2, $2::int) n where name = $1 || '/first.txt'`,
    [`${id}/${PATHS[0]}`, FILES],
  );
}

/** Where the folder is: in one place with all its files, of which the list and the record say the same. */
async function placeOf(query: Query, { id }: Person): Promise<string> {
  // PostgreSQL may still be busy with what the dead server had begun, and gives it up then.
  await eventually(async () => {
    const busy = await query(
      `select from pg_stat_activity where datname = current_database() and xact_start is not null
         and pid <> pg_backend_pid() and application_name like 'nutmeg%'`,
    );
    return busy.length === 0;
  }, 60_000);
  const places = await query(
    `select p.path, count(*)::int as files, count(f.id)::int as listed,
       count(*) filter (where f.parent_folder is distinct from array_to_string(o.path_tokens[2:cardinality(o.path_tokens) - 1], '/'))::int as misled
     from storage.objects o
     join unnest($2::text[]) as p (path) on starts_with(o.name, $1 || '/' || p.path || '/')
     left join public.file_uploads f on f.id = o.id and f.file_path = o.name
     where o.bucket_id = '${BUCKET}' group by p.path`,
    [id, PATHS],
  );
  expect(places).toEqual([{ path: expect.any(String), files: FILES, listed: FILES, misled: 0 }]);
  const [{ path }] = places as [{ path: string }];
  const moves = (await query(
    `select path, new_path, file_count from public.document_events where owner_id = $1 and action = 'moved' order by id`,
    [id],
  )) as { path: string; new_path: string; file_count: number }[];
  // What is recorded happened, what happened is recorded: the moves lead from the first place to this one.
  let at = PATHS[0] ?? '';
  for (const move of moves) {
    expect(move).toEqual({ path: at, new_path: other(at), file_count: FILES });
    at = other(at);
  }
  expect(at).toBe(path);
  return path;
}

const other = (path: string) => PATHS.find((one) => one !== path) ?? '';

/** Moves to and fro; each time somebody dies at another moment, from the first one to beyond the end. */
async function survive(query: Query, person: Person, rounds: number, killAndRestart: () => Promise<void>) {
  await fill(query, person);
  const move = async (from: string) => {
    const { error } = await person.client.storage
      .from(BUCKET)
      .move(`${person.id}/${from}`, `${person.id}/${other(from)}`);
    return error === null;
  };
  const began = performance.now();
  expect(await move(PATHS[0] ?? '')).toBe(true);
  const whole = performance.now() - began;
  let at = await placeOf(query, person);
  expect(at).toBe(PATHS[1]);
  let interrupted = 0;
  for (let round = 0; round < rounds; round++) {
    const moving = move(at);
    await new Promise((resolve) => setTimeout(resolve, (1.1 * whole * (round + Math.random())) / rounds));
    await killAndRestart();
    const answered = await moving;
    const now = await placeOf(query, person);
    if (answered) expect(now).toBe(other(at));
    else interrupted += 1;
    at = now;
  }
  expect(interrupted).toBeGreaterThan(0);
}

test('kill -9 of the server in the middle of a folder’s move leaves it wholly old or wholly new', async () => {
  const portal = await startPortal({ env: { LOG_LEVEL: 'silent' } });
  closing.push(() => portal.close());
  const query: Query = (sql, values) => portal.database.query(sql, values);
  await survive(query, await createPerson(portal), 10, () => portal.killAndRestart());
}, 300_000);

test('so does kill -9 of the server and its PostgreSQL together', async () => {
  const house = await openHouse();
  closing.push(() => house.close());
  const start = async () => {
    const server = house.start({ CAPTCHA: 'off', LOG_LEVEL: 'silent' });
    await eventually(async () => {
      if (server.child.exitCode !== null) throw new Error(server.output());
      return isReady(server);
    }, 60_000);
    return server;
  };
  let server = await start();
  const database = { query: house.query };
  const person = await createPerson({ url: server.url, database } as Parameters<typeof createPerson>[0]);
  await survive(house.query, person, 4, async () => {
    const postmaster = await house.postmaster();
    await killTree(server.child.pid ?? 0);
    await killTree(postmaster);
    await server.exited();
    server = await start();
  });
}, 300_000);
