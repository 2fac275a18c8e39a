import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseForFile } from '#tests/support/test-database.ts';
import { type Caller, type Database, lostConnection, openDatabase, retryOnDeadlock } from './database.ts';

const testDatabase = databaseForFile();
let database: Database;

beforeAll(async () => {
  database = openDatabase({ url: testDatabase.url, onIdleError: () => undefined });
});
afterAll(async () => {
  await database.close();
});

test('reports the loss of an idle connection, and goes on with a new one', async () => {
  const reported: string[] = [];
  const onIdleError = lostConnection({ error: (message) => reported.push(message) });
  const other = openDatabase({ url: testDatabase.url, poolSize: 1, onIdleError });
  const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
  await testDatabase.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await expect
    .poll(() => reported)
    .toContain('A database connection was lost: terminating connection due to administrator command');
  expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await other.close();
});

test('turns JIT off on every connection', async () => {
  const jit = { text: `select current_setting('jit') as jit` };
  expect((await database.query(jit.text)).rows).toEqual([{ jit: 'off' }]);
  const visitor = { role: 'anon' as const, claims: { role: 'anon' } };
  expect((await database.runAs(visitor, jit)).rows).toEqual([{ jit: 'off' }]);
});

test('sets the statement timeout by caller', async () => {
  const [id, session] = [crypto.randomUUID(), crypto.randomUUID()];
  await testDatabase.query(
    `insert into auth.users (id, email, email_confirmed_at) values ($1, 'dana@example.com', now())`,
    [id],
  );
  await testDatabase.query(`insert into auth.sessions (id, user_id, aal) values ($1, $2, 'aal2')`, [
    session,
    id,
  ]);
  const timeOf = async (caller: Caller, options = {}) => {
    const statement = { text: `select current_setting('statement_timeout') as time` };
    const { rows } = await database.runAs<{ time: string }>(caller, statement, options);
    return rows[0]?.time;
  };
  const claims = { role: 'authenticated', sub: id, session_id: session, aal: 'aal2' };
  const dana: Caller = { role: 'authenticated', claims };
  expect(await timeOf({ role: 'anon', claims: { role: 'anon' } })).toBe('3s');
  expect(await timeOf(dana)).toBe('3s');
  expect(await timeOf(dana, { longStatements: true })).toBe('15s');
  expect(await timeOf({ role: 'service_role', claims: { role: 'service_role' } })).toBe('15s');
  await testDatabase.query(`update public.user_profiles set role = 'admin' where user_id = $1`, [id]);
  expect(await timeOf(dana)).toBe('15s');
  const afterBecome = await database.asOwner(async (tx) => {
    await tx.become({ role: 'anon', claims: { role: 'anon' } });
    return (await tx.query(`select current_setting('statement_timeout') as time`)).rows[0];
  });
  expect(afterBecome).toEqual({ time: '3s' });
});

/** Counts both rows in this order. In between, each waits for the gate. */
function countBoth(...order: [number, number]) {
  const count = (id: number) => ({
    text: 'update public.counters set n = n + 1 where id = $1',
    values: [id],
  });
  const gate = { text: 'select pg_advisory_xact_lock_shared(1)' };
  const caller = { role: 'service_role' as const, claims: { role: 'service_role' } };
  return database.runAs(caller, [count(order[0]), gate, count(order[1])]);
}

test('both transactions of a deadlock complete, once', async () => {
  await testDatabase.query('create table public.counters as select id, 0 as n from generate_series(1, 2) id');
  await testDatabase.query('grant select, update on public.counters to service_role');
  const opened = await database.asOwner(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(1)');
    const both = Promise.all([countBoth(1, 2), countBoth(2, 1)]);
    const waiting = `select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`;
    await expect.poll(async () => (await tx.query(waiting)).rowCount).toBe(2);
    return { both };
  });
  await opened.both;
  expect(await testDatabase.query('select n from public.counters')).toEqual([{ n: 2 }, { n: 2 }]);
});

test('errors other than deadlocks are thrown at once', async () => {
  let tries = 0;
  const failing = () => {
    tries += 1;
    return database.query('select 1 / 0');
  };
  await expect(retryOnDeadlock(failing)).rejects.toMatchObject({ code: '22012' });
  expect(tries).toBe(1);
});
