import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connection, connectTo } from '#tests/support/as-person.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import { eventually } from '#tests/support/waiting.ts';

/** Who changes the rows of board and list at the same time waits for each other, in one order. */

const database = databaseForFile();
let [boss, dana, tom] = ['', '', ''];
/** In the order of their ids; their returns have the opposite order. */
let clients: string[];
let returns: string[];
let connections: Connection[] = [];
const pids = new WeakMap<Connection, number>();

beforeEach(async () => {
  connections = [];
  [boss, dana, tom] = [await person('super'), await person('admin'), await person('admin')];
  clients = [await person('client'), await person('client')].toSorted();
  returns = [randomUUID(), randomUUID()].toSorted().toReversed();
  await database.query(
    `insert into public.client_details (client_id, preparer_id) select id, $2 from unnest($1::uuid[]) as id`,
    [clients, dana],
  );
  await database.query(
    `insert into public.tax_returns (id, user_id, year, kind, status)
     select id, client, 2026, 'personal', 'approved' from unnest($1::uuid[], $2::uuid[]) as r (id, client)`,
    [returns, clients],
  );
});
afterEach(() => Promise.all(connections.map((connection) => connection.end())));

async function person(role: string): Promise<string> {
  const id = randomUUID();
  await database.query(
    `insert into auth.users (id, email, email_confirmed_at) values ($1::uuid, $1::text || '@example.com', now())`,
    [id],
  );
  await database.query('update public.user_profiles set role = $2 where user_id = $1', [id, role]);
  return id;
}

/** A transaction of the super user. */
async function begin(): Promise<Connection> {
  const connection = await connectTo(database);
  connections.push(connection);
  pids.set(connection, (await connection.query('select pg_backend_pid() as pid')).rows[0].pid);
  await connection.query('begin');
  await connection.query(`set local nutmeg.staff_mfa = 'optional'`);
  await connection.query(`select set_config('request.jwt.claims', $1, true)`, [
    JSON.stringify({ sub: boss, role: 'authenticated' }),
  ]);
  return connection;
}

/** Sends a statement that has to wait for another connection, and commits after it. */
async function waitingFor(holder: Connection, waiting: Connection, sql: string, values: unknown[] = []) {
  const done = waiting.query(sql, values).then(() => waiting.query('commit'));
  await eventually(async () => {
    const blocked = await database.query(
      'select from pg_stat_activity where datname = current_database() and $1 = any (pg_blocking_pids(pid))',
      [pids.get(holder)],
    );
    return blocked.length > 0;
  });
  return { done };
}

test('a return moves while its preparer’s work is handed over', async () => {
  const early = '00000000-0000-4000-8000-000000000000';
  await database.query(
    `insert into public.tasks (id, kind, title, owner_id, client_id, year, return_id) values
       ($1, 'manual', 'Call', $2, null, null, null), (gen_random_uuid(), 'approved', null, $2, $3, 2026, $4)`,
    [early, dana, clients[0], returns[0]],
  );
  const [holder, handing, moving] = [await begin(), await begin(), await begin()];
  await holder.query('select from public.tasks where id = $1 for update', [early]);
  const handedOver = await waitingFor(holder, handing, 'select public.reassign_tasks($1, $2)', [dana, tom]);
  const moved = await waitingFor(
    handing,
    moving,
    `update public.tax_returns set status = 'e_filed' where id = $1`,
    [returns[0]],
  );
  await holder.query('commit');
  await Promise.all([handedOver.done, moved.done]);
  expect(
    await database.query('select status, preparer_id from nutmeg.desk_returns where return_id = $1', [
      returns[0],
    ]),
  ).toEqual([{ status: 'e_filed', preparer_id: tom }]);
});

test('staff lose their role during a merge', async () => {
  const [merging, demoting] = [await begin(), await begin()];
  await merging.query(
    `select nutmeg.begin_client_merge($1, $2, gen_random_uuid(), array(select id from auth.users))`,
    clients,
  );
  const demoted = await waitingFor(merging, demoting, `select public.set_user_role($1, 'reception')`, [tom]);
  await merging.query(`update public.user_profiles set phone = '2035550100' where user_id = $1`, [
    clients[1],
  ]);
  await merging.query('commit');
  await demoted.done;
  expect(await database.query('select role from public.user_profiles where user_id = $1', [tom])).toEqual([
    { role: 'reception' },
  ]);
});

test('staff lose their role while their clients get another preparer', async () => {
  await database.query(
    'insert into public.return_assignments (return_id, preparer_id) select id, $2 from unnest($1::uuid[]) as id',
    [returns, tom],
  );
  const assign = 'update public.client_details set preparer_id = $2 where client_id = $1';
  const [assigning, demoting] = [await begin(), await begin()];
  await assigning.query(assign, [clients[0], boss]);
  const demoted = await waitingFor(assigning, demoting, `select public.set_user_role($1, 'reception')`, [
    tom,
  ]);
  await assigning.query(assign, [clients[1], boss]);
  await assigning.query('commit');
  await demoted.done;
  expect(
    await database.query('select distinct preparer_id from nutmeg.desk_returns where client_id = any ($1)', [
      clients,
    ]),
  ).toEqual([{ preparer_id: boss }]);
});

test('counts are summed up while a client is archived, and twice at once', async () => {
  const [archiving, first, second] = [await begin(), await begin(), await begin()];
  await archiving.query('select public.archive_client($1, true)', [clients[0]]);
  await first.query('select nutmeg.recount_desk()');
  const again = await waitingFor(first, second, 'select nutmeg.recount_desk()');
  await archiving.query('commit');
  await first.query('commit');
  await again.done;
  const counted = await database.query(
    `select sum(change)::int as kept, (select total::int from nutmeg.desk_totals() where subject = 'clients') as listed
     from nutmeg.desk_counts where subject = 'clients'`,
  );
  expect(counted).toEqual([{ kept: expect.any(Number), listed: counted[0]?.kept }]);
});
