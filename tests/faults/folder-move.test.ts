/** @module-tag faults-kills */
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { eventually, startPortal } from '#tests/support/server/portal.ts';
import { createInstallation, isReady, killTree } from './embedded-server.ts';

const FILES = 5_000;
const BUCKET = 'user-documents';
const PATHS = ['2024/receipts', 'archive/older/2024'];

type Query = (sql: string, values?: unknown[]) => Promise<unknown[]>;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/**
 * Where in the move the server is killed. Each lock stops the move's transaction at a known point; without one, the
 * server is killed as soon as the move has been committed.
 */
const KILL_POINTS: Record<string, { lock?: string; outcome: 'old' | 'new' }> = {
  'before the first row': {
    lock: `select from storage.objects where name like $1 || '/%' for update`,
    outcome: 'old',
  },
  'in the middle of the rows': {
    lock: `select from storage.objects where name like $1 || '/%/${FILES}.txt' for update`,
    outcome: 'old',
  },
  'while the list of files is updated': {
    lock: 'lock table public.file_uploads in share mode',
    outcome: 'old',
  },
  'while the move is recorded': {
    lock: 'lock table public.document_events in share mode',
    outcome: 'old',
  },
  'after the commit': { outcome: 'new' },
};

/** Uploads one file, and copies its row in the database for the others. */
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

/** Returns the folder's path, after checking that all files are there, and that the list and the record agree. */
async function currentPath(query: Query, { id }: Person): Promise<string> {
  // PostgreSQL may still be working for the killed server; it then rolls back.
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
  // The recorded moves lead from the first path to the current one.
  let at = PATHS[0] ?? '';
  for (const move of moves) {
    expect(move).toEqual({ path: at, new_path: other(at), file_count: FILES });
    at = other(at);
  }
  expect(at).toBe(path);
  return path;
}

const other = (path: string) => PATHS.find((one) => one !== path) ?? '';

/** Takes a lock on a separate connection, until `release`. */
async function hold(url: string, lock: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: url, application_name: 'test lock' });
  // PostgreSQL itself may be killed.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.query('begin');
  await client.query(lock, lock.includes('$1') ? values : []);
  return { pid: rows[0]?.pid, release: () => client.end().catch(() => undefined) };
}

interface Subject {
  query: Query;
  databaseUrl(): Promise<string>;
  killAndRestart(): Promise<void>;
}

async function killDuringMoves({ query, databaseUrl, killAndRestart }: Subject, person: Person) {
  await fill(query, person);
  for (const [point, { lock, outcome }] of Object.entries(KILL_POINTS)) {
    const from = await currentPath(query, person);
    const held = lock && (await hold(await databaseUrl(), lock, [`${person.id}/${from}`]));
    const moved = person.client.storage
      .from(BUCKET)
      .move(`${person.id}/${from}`, `${person.id}/${other(from)}`)
      .then(({ error }) => error === null);
    await eventually(async () => {
      const reached = held
        ? `select from pg_stat_activity where ${held.pid} = any (pg_blocking_pids(pid))`
        : `select from storage.objects where starts_with(name, '${person.id}/${other(from)}/') limit 1`;
      return (await query(reached)).length > 0;
    }, 60_000);
    // The request fails when the server is killed. Then nothing commits anymore, and the lock can go.
    const failed = moved.then(async (succeeded) => {
      if (held) await held.release();
      return succeeded;
    });
    await killAndRestart();
    const succeeded = await failed;
    if (outcome === 'old') expect(succeeded, point).toBe(false);
    expect(await currentPath(query, person), point).toBe(outcome === 'old' ? from : other(from));
  }
}

test('killing the server during a folder move leaves the folder in one place', async () => {
  const portal = await startPortal({ ownProcess: true, env: { LOG_LEVEL: 'silent' } });
  closing.push(() => portal.close());
  const { database, killAndRestart } = portal;
  const query: Query = (sql, values) => database.query(sql, values);
  const databaseUrl = async () => database.url;
  await killDuringMoves({ query, databaseUrl, killAndRestart }, await createPerson(portal));
}, 300_000);

test('killing the server and PostgreSQL during a folder move leaves the folder in one place', async () => {
  const installation = await createInstallation();
  closing.push(() => installation.close());
  const start = async () => {
    const server = installation.start({ CAPTCHA: 'off', LOG_LEVEL: 'silent' });
    await eventually(async () => {
      if (server.child.exitCode !== null) throw new Error(server.output());
      return isReady(server);
    }, 60_000);
    return server;
  };
  let server = await start();
  const { query, databaseUrl } = installation;
  const target = { url: server.url, database: { query } } as Parameters<typeof createPerson>[0];
  const killAndRestart = async () => {
    const postmaster = await installation.postmasterPid();
    await killTree(server.child.pid ?? 0);
    await killTree(postmaster);
    await server.exited();
    server = await start();
  };
  await killDuringMoves({ query, databaseUrl, killAndRestart }, await createPerson(target));
}, 300_000);
