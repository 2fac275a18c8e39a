/** @module-tag property */
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { startWireProxy, type WireProxy } from '#tests/support/services/wire-proxy.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import { runBatch } from './batch.ts';
import type { Caller } from './caller.ts';
import type { Statement } from './statement.ts';
import { runCallerStatements, runTransaction } from './transaction.ts';

const testDatabase = databaseForFile();
let proxy: WireProxy;
/** One connection, so that each test is the next user of the connection of the last. */
let pool: pg.Pool;

const person = crypto.randomUUID();
const other = crypto.randomUUID();
const sessions = new Map([person, other].map((id): [string, string] => [id, crypto.randomUUID()]));

beforeAll(async () => {
  for (const [id, session] of sessions) {
    await testDatabase.query(
      'insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())',
      [id, `${id}@example.com`],
    );
    await testDatabase.query(`insert into auth.sessions (id, user_id, aal) values ($1, $2, 'aal2')`, [
      session,
      id,
    ]);
  }
  await testDatabase.query('create table public.notes (note text not null)');
  await testDatabase.query('create table public.named (note text primary key)');
  await testDatabase.query(
    'create table public.later (note text references public.named deferrable initially deferred)',
  );
  await testDatabase.query('grant select, insert on public.notes, public.later to anon, authenticated');
  proxy = await startWireProxy(testDatabase.url);
  pool = new pg.Pool({
    connectionString: proxy.url,
    max: 1,
    pipeline: true,
    onConnect: async (client) => {
      await client.query('set statement_timeout = 15000');
      await client.query('set role anon');
    },
  } as pg.PoolConfig);
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
});
afterAll(async () => {
  await pool.end();
  await proxy.close();
});

const callerOf = (id: string): Caller => ({
  role: 'authenticated',
  claims: { role: 'authenticated', sub: id, session_id: sessions.get(id) ?? '', aal: 'aal2' },
  address: '203.0.113.9',
});
const visitor: Caller = { role: 'anon', claims: { role: 'anon' } };
const service: Caller = { role: 'service_role', claims: { role: 'service_role' } };

/** What the next user of the connection finds. */
const LEFT_BEHIND = `select current_user::text as role, current_setting('statement_timeout') as timeout,
  current_setting('transaction_read_only') as read_only,
  coalesce(current_setting('request.jwt.claims', true), '') as claims,
  coalesce(current_setting('request.address', true), '') as address,
  coalesce(current_setting('request.headers', true), '') as headers,
  coalesce(current_setting('request.captcha_pass', true), '') as pass`;
const NOTHING = {
  role: 'anon',
  timeout: '15s',
  read_only: 'off',
  claims: '',
  address: '',
  headers: '',
  pass: '',
};

const notes = async () =>
  (await testDatabase.query<{ note: string }>('select note from public.notes')).length;
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const write: Statement = { text: `insert into public.notes values ('a')` };
/** Each fails at another moment: when parsed, bound, run, or committed; or before it is sent. */
const failing: Record<string, Statement> = {
  '42601': { text: 'select from where' },
  '22P02': { text: 'select $1::int', values: ['one'] },
  '22012': { text: 'select 1 / n from generate_series(0, 1) as n' },
  '23502': { text: 'insert into public.notes values (null)' },
  '42501': { text: 'select from auth.users' },
  '23503': { text: `insert into public.later values ('unknown')` },
};

test('is one round trip of two statements, which are parsed once', async () => {
  const read = { text: 'select $1::text as it', values: ['this'], prepared: true };
  const ask = () => runCallerStatements(pool, callerOf(person), [read], { readOnly: true });
  await ask();
  await ask();
  proxy.takeMessages();
  expect(await ask()).toEqual({ rows: [{ it: 'this' }], rowCount: 1 });
  // Bind and Execute for the entry and for the statement, and one Sync.
  expect(proxy.takeMessages()).toBe('BEBES');
});

test('a failure in any place leaves nothing to the next user of the connection', async () => {
  const before = await notes();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(failing)),
      fc.nat(3),
      fc.nat(3),
      fc.constantFrom(callerOf(person), callerOf(other), visitor),
      fc.boolean(),
      fc.boolean(),
      async (code, ahead, behind, caller, prepared, inSteps) => {
        const statements = [
          ...Array(ahead).fill(write),
          failing[code] ?? write,
          ...Array(behind).fill(write),
        ].map((statement: Statement) => ({ ...statement, prepared }));
        const error = await failureOf(
          inSteps
            ? runTransaction(
                pool,
                async (tx) => {
                  const { text, values } = statements[0] ?? write;
                  // Either way of sending a statement may fail, or come after one that failed.
                  await Promise.all([
                    tx.query(text, values),
                    ...statements.slice(1).map((statement) => tx.run(statement)),
                  ]);
                },
                caller,
              )
            : runCallerStatements(pool, caller, statements, {}),
        );
        expect(error).toMatchObject({ code });
        expect((await pool.query(LEFT_BEHIND)).rows).toEqual([NOTHING]);
      },
    ),
    { numRuns: inputs(150) },
  );
  expect(await notes()).toBe(before);
  // The connection was kept, and its statements still work.
  expect(pool.totalCount).toBe(1);
  expect((await runCallerStatements(pool, callerOf(person), [write], {})).rowCount).toBe(1);
});

test('of statements that were sent together, the error of the first that failed is thrown', async () => {
  const prepared = { text: `insert into public.notes values ('prepared')`, prepared: true };
  const error = await failureOf(
    runTransaction(
      pool,
      async (tx) => {
        const failing = tx.run({ text: 'select from where' });
        // Was never prepared, since PostgreSQL skipped it.
        const skipped = tx.run(prepared);
        const unknown = tx.run(prepared);
        await Promise.allSettled([failing, unknown]);
        await skipped;
      },
      callerOf(person),
    ),
  );
  expect(error).toMatchObject({ code: '42601' });
});

test('a value that has no text fails the batch before it is sent', async () => {
  const endless: Record<string, unknown> = {};
  endless.itself = endless;
  const statement = { text: 'select $1::json', values: [endless] };
  expect(await failureOf(runCallerStatements(pool, callerOf(person), [write, statement], {}))).toBeInstanceOf(
    TypeError,
  );
  expect((await pool.query(LEFT_BEHIND)).rows).toEqual([NOTHING]);
});

test('an ended session runs nothing', async () => {
  const gone = {
    ...callerOf(person),
    claims: { ...callerOf(person).claims, session_id: crypto.randomUUID() },
  };
  const before = await notes();
  await expect(runCallerStatements(pool, gone, [write], {})).rejects.toThrow('the session has ended');
  expect(await notes()).toBe(before);
  expect((await pool.query(LEFT_BEHIND)).rows).toEqual([NOTHING]);
});

test('a connection that is lost at any byte is replaced, and its transaction is whole or undone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(900),
      fc.constantFrom('server' as const, 'client' as const),
      async (bytes, to) => {
        const before = await notes();
        // Connects before the cut.
        await pool.query('select 1');
        proxy.cutAfter(bytes, to);
        const error = await failureOf(
          runCallerStatements(pool, callerOf(person), [write, write, { text: 'select 1 as one' }], {}),
        );
        proxy.cutAfter(Number.POSITIVE_INFINITY, to);
        expect((await pool.query(LEFT_BEHIND)).rows).toEqual([NOTHING]);
        // PostgreSQL may still be committing what the lost connection sent.
        await expect.poll(() => openTransactions()).toBe(0);
        const written = (await notes()) - before;
        if (error === undefined) expect(written).toBe(2);
        else expect([0, 2]).toContain(written);
      },
    ),
    { numRuns: inputs(60) },
  );
});

async function openTransactions(): Promise<number> {
  const rows = await testDatabase.query(
    `select from pg_stat_activity where datname = current_database() and xact_start is not null
     and pid <> pg_backend_pid()`,
  );
  return rows.length;
}

test('a generic plan shows each caller their own rows', async () => {
  const read: Statement = {
    text: 'select user_id from public.user_profiles order by user_id',
    prepared: true,
  };
  const readAs = async (caller: Caller) =>
    (await runCallerStatements<{ user_id: string }>(pool, caller, [read], {})).rows.map(
      ({ user_id: id }) => id,
    );
  const everyone = [person, other].toSorted();
  const setRole = (role: string) =>
    testDatabase.query('update public.user_profiles set role = $2 where user_id = $1', [other, role]);
  for (let round = 0; round < 12; round++) {
    expect(await readAs(callerOf(person))).toEqual([person]);
    expect(await readAs(callerOf(other))).toEqual([other]);
    expect(await readAs(service)).toEqual(everyone);
    await expect(readAs(visitor)).rejects.toMatchObject({ code: '42501' });
  }
  await setRole('admin');
  expect(await readAs(callerOf(other))).toEqual(everyone);
  expect(await readAs(callerOf(person))).toEqual([person]);
  await setRole('client');
  expect(await readAs(callerOf(other))).toEqual([other]);
  const { rows } = await pool.query<{ generic_plans: string }>(
    'select generic_plans from pg_prepared_statements where statement = $1',
    [read.text],
  );
  // One for each of two roles; the visitor's was never planned.
  expect(rows.map(({ generic_plans: count }) => Number(count) > 0)).toEqual([true, true]);
});

test('a right that ends is gone with the next request of the same connection, whichever plans it keeps', async () => {
  const asked: Statement = {
    text: `select public.is_staff() as staff, auth.my_clients('see') as clients,
      (select count(*)::int from public.clients where id = $1) as seen`,
    values: [other],
    prepared: true,
  };
  interface Rights {
    staff: boolean;
    clients: string[];
    seen: number;
  }
  const rights = async (readOnly: boolean) =>
    (await runCallerStatements<Rights>(pool, callerOf(person), [asked], { readOnly })).rows[0];
  const both = async () => [await rights(true), await rights(false)];
  const changes: [string, unknown[], Rights][] = [
    [
      `insert into public.client_members (client_id, user_id, relation, rights) values ($1, $2, 'helper', '{see}')`,
      [other, person],
      { staff: false, clients: [person, other], seen: 1 },
    ],
    [
      `update public.client_members set ends_at = now() where client_id = $1 and user_id = $2`,
      [other, person],
      { staff: false, clients: [person], seen: 0 },
    ],
    [
      `update public.user_profiles set role = 'admin' where user_id = $1`,
      [person],
      { staff: true, clients: [person], seen: 1 },
    ],
    // The second factor was lost.
    [
      `update auth.sessions set aal = 'aal1' where user_id = $1`,
      [person],
      { staff: false, clients: [person], seen: 0 },
    ],
    [
      `update auth.sessions set aal = 'aal2', raised_at = now() where user_id = $1`,
      [person],
      { staff: true, clients: [person], seen: 1 },
    ],
    [
      `update public.user_profiles set role = 'client' where user_id = $1`,
      [person],
      { staff: false, clients: [person], seen: 0 },
    ],
  ];
  for (let round = 0; round < 4; round++) {
    for (const [change, values, then] of changes) {
      await testDatabase.query(change, values);
      for (const found of await both()) {
        expect({ ...found, clients: found?.clients.toSorted() }).toEqual({
          ...then,
          clients: then.clients.toSorted(),
        });
      }
    }
    await testDatabase.query('delete from public.client_members where client_id = $1 and user_id = $2', [
      other,
      person,
    ]);
  }
});

test('no function that reads who the caller is may be folded into a plan', async () => {
  expect(
    await testDatabase.query(
      `select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where p.provolatile = 'i' and n.nspname in ('public', 'auth', 'storage', 'nutmeg', 'rest')
         and coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) ~ '(current_setting|current_user|session_user|auth\\.(uid|role|jwt)|is_staff|is_office|is_super)'`,
    ),
  ).toEqual([]);
});

test('prepares a statement anew after a change of its tables', async () => {
  const read: Statement = { text: 'select * from public.notes limit 1', prepared: true };
  await runBatch(await held(), [read]);
  await testDatabase.query('alter table public.notes add column more int default 7');
  const client = await held();
  // PostgreSQL rejects the changed columns once; the next request sees them.
  expect(await failureOf(runBatch(client, [read]))).toMatchObject({ code: '0A000' });
  const [result] = await runBatch(client, [read]);
  expect(result?.rows).toEqual([{ note: 'a', more: 7 }]);
});

/** The only connection, given back at once. */
async function held(): Promise<pg.PoolClient> {
  const client = await pool.connect();
  client.release();
  return client;
}
