/** @module-tag property */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connectTo } from '#tests/support/as-person.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { databaseForFile } from '#tests/support/test-database.ts';

const bare = databaseForFile();
let connection: Connection;
const [boss, dana, tom] = [randomUUID(), randomUUID(), randomUUID()];

beforeAll(async () => {
  connection = await connectTo(bare);
  for (const [id, role] of [
    [boss, 'super'],
    [dana, 'admin'],
    [tom, 'admin'],
  ]) {
    await bare.query(
      `insert into auth.users (id, email, email_confirmed_at) values ($1::uuid, $1::text || '@example.com', now())`,
      [id],
    );
    await bare.query('update public.user_profiles set role = $2 where user_id = $1', [id, role]);
  }
});
afterAll(() => connection?.end());

/** By who gets or gives work, one of the clients, and another one. Numbers keep a case readable, and let it shrink. */
const acts: Record<string, (act: Act) => string> = {
  'start a return': ({ client, year, kind }) => `select public.start_return('${client}', ${year}, '${kind}')`,
  'move a return': ({ taxReturn, status }) =>
    `update public.tax_returns set status = '${status}' where id = ${taxReturn}`,
  'assign a return': ({ taxReturn, person }) =>
    `select public.assign_return(${taxReturn}, 'preparer', ${person})`,
  'delete a return': ({ taxReturn }) => `delete from public.tax_returns where id = ${taxReturn}`,
  'assign a client': ({ client, person }) =>
    `insert into public.client_details (client_id, preparer_id) values ('${client}', ${person})
     on conflict (client_id) do update set preparer_id = excluded.preparer_id`,
  archive: ({ client }) => `select public.archive_client('${client}', true)`,
  restore: ({ client }) => `select public.archive_client('${client}', false)`,
  merge: ({ client, other }) =>
    `select nutmeg.finish_client_merge(b.merge_id)
     from nutmeg.begin_client_merge('${client}', '${other}', gen_random_uuid(), array(select id from auth.users)) b`,
  'take a merge back': () =>
    `select nutmeg.finish_client_undo(m.id) from (
       select m.id, nutmeg.begin_client_undo(m.id) from public.client_merges m where m.undone_at is null limit 1
     ) m`,
  'hand over': () => `select public.reassign_tasks('${dana}', '${tom}')`,
  demote: () => `update public.user_profiles set role = 'reception' where user_id = '${tom}'`,
  promote: () => `update public.user_profiles set role = 'admin' where user_id = '${tom}'`,
  'remove a preparer': () => `delete from auth.users where id = '${dana}'`,
  'open a client': () =>
    `select nutmeg.open_client(gen_random_uuid(), 'person', 'Ana', 'Walk-In', '', '', 'en')`,
  import: () =>
    `select nutmeg.import_client_rows(gen_random_uuid(), '[{"row": 1, "key": "a", "kind": "person", "last_name": "Old"}]', false)`,
  help: ({ client, other }) =>
    `insert into public.client_members (client_id, user_id, relation, rights) values ('${client}', '${other}', 'helper', '{see}')`,
  'send a form': ({ client, year }) => sendForm(client, year),
  'sum up': () => 'select nutmeg.recount_desk()',
  'delete a form': ({ client }) => `delete from public.tax_forms where user_id = '${client}'`,
  tag: ({ client, year }) =>
    `insert into public.client_details (client_id, tags) values ('${client}', '{late,late}')
     on conflict (client_id) do update set tags = array['late', '${year}']`,
  'write a note': ({ client }) =>
    `insert into public.client_notes (user_id, author_id, author_name, body) values ('${client}', '${boss}', 'Boss', 'A note.')`,
  rename: ({ client }) =>
    `update public.user_profiles set first_name = first_name || 'a' where user_id = '${client}'`,
  'delete a client': ({ client }) => `select public.request_client_deletion('${client}', true)`,
  'delete an account': ({ client }) => `delete from auth.users where id = '${client}'`,
};

/** With a seal that holds nothing, as the server would set it. */
const sendForm = (client: string, year: number) =>
  `insert into public.tax_forms (user_id, year, form_data) select '${client}', ${year}, '{}'
   from set_config('nutmeg.seal', '{"table":"tax_forms","key":"00","sealed":"00"}', true)`;

interface Act {
  client: string;
  other: string;
  year: number;
  kind: string;
  status: string;
  /** SQL, and null for none. */
  taxReturn: string;
  person: string;
}

const CLIENTS = 3;
const anyAct = fc.record({
  name: fc.constantFrom(...Object.keys(acts)),
  client: fc.nat(CLIENTS - 1),
  apart: fc.integer({ min: 1, max: CLIENTS - 1 }),
  year: fc.constantFrom(2025, 2026),
  kind: fc.constantFrom('personal', 'business'),
  status: fc.constantFrom('in_preparation', 'e_filed', 'accepted'),
  taxReturn: fc.nat(3),
  person: fc.constantFrom(`'${dana}'::uuid`, `'${tom}'::uuid`, 'null::uuid'),
});

/** The facts as their own tables have them. */
const differences = `
  with clients as (
    select p.user_id, p.id, p.created_at, left(ltrim(p.search), 80), d.preparer_id,
      d.archived_at is not null as is_archived,
      u.client_id is null as is_served, d.archived_at is null and u.client_id is null as is_listed
    from public.user_profiles p
    left join public.client_details d on d.client_id = p.user_id
    left join nutmeg.unserved_clients u on u.client_id = p.user_id
  ), returns as (
    select r.id, r.user_id, r.year, r.kind, r.status, r.updated_at, d.archived_at is not null as is_archived,
      coalesce((select a.preparer_id from public.return_assignments a where a.return_id = r.id), d.preparer_id) as preparer_id
    from public.tax_returns r left join public.client_details d on d.client_id = r.user_id
  ), kept as (
    select d.return_id, d.client_id, d.year, d.kind, d.status, d.updated_at, d.is_archived, d.preparer_id
    from nutmeg.desk_returns d
  ), totals as (
    select subject, year, step, hash, total from nutmeg.desk_totals() where total > 0
  ), counted as (
    select subject, year, step, hash, sum(change) from nutmeg.desk_counts group by 1, 2, 3, 4 having sum(change) <> 0
  )
  select to_jsonb(x) as row from (table clients except table nutmeg.desk_clients) x
  union all select to_jsonb(x) from (table nutmeg.desk_clients except table clients) x
  union all select to_jsonb(x) from (table returns except table kept) x
  union all select to_jsonb(x) from (table kept except table returns) x
  union all select to_jsonb(x) from (table totals except table counted) x
  union all select to_jsonb(x) from (table counted except table totals) x`;

/** Each act once, in an order in which it has an effect: a merge comes before its undo. */
const eachOnce = Object.keys(acts).map((name) => ({
  name,
  client: name === 'delete an account' ? 2 : 0,
  apart: 1,
  year: 2026,
  kind: 'personal',
  status: 'in_preparation',
  taxReturn: 0,
  person: `'${tom}'::uuid`,
}));

/** Settings that an act keeps until its transaction ends. */
const ended = ['merging', 'handing_over', 'deleting_client', 'importing_clients']
  .map((name) => `set_config('nutmeg.${name}', '', true)`)
  .join(', ');

test('the rows and counts of board and list follow all that is done to clients and returns', async () => {
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 1, maxLength: 25 }), async (cases) => {
      const clients = Array.from({ length: CLIENTS }, () => randomUUID());
      await connection.query('begin');
      try {
        await connection.query(`set local nutmeg.staff_mfa = 'optional'`);
        await connection.query(`select set_config('request.jwt.claims', $1, true)`, [
          JSON.stringify({ sub: boss, role: 'authenticated' }),
        ]);
        await connection.query(
          `insert into auth.users (id, email, email_confirmed_at) select id, id || '@example.com', now() from unnest($1::uuid[]) as id`,
          [clients],
        );
        await connection.query(
          `insert into public.tax_returns (user_id, year, kind) select id, 2026, kind from unnest($1::uuid[]) as id, unnest('{personal,business}'::text[]) as kind`,
          [clients.slice(1)],
        );
        await connection.query(
          'insert into public.client_details (client_id, preparer_id) select * from unnest($1::uuid[], $2::uuid[])',
          [clients.slice(0, 2), [tom, dana]],
        );
        await connection.query(sendForm(clients[0] ?? '', 2025));
        for (const { name, client, apart, taxReturn, ...more } of cases) {
          const sql = acts[name]?.({
            ...more,
            client: clients[client] ?? '',
            other: clients[(client + apart) % CLIENTS] ?? '',
            taxReturn: `(select id from public.tax_returns order by user_id, year, kind offset ${taxReturn} limit 1)`,
          });
          await connection.query('savepoint act');
          try {
            const { rowCount } = await connection.query(sql ?? '');
            if (rowCount) done.add(name);
          } catch {
            // Refused: nothing has changed.
            await connection.query('rollback to act');
          }
          await connection.query(`select ${ended}`);
          expect((await connection.query(differences)).rows, name).toEqual([]);
        }
      } finally {
        await connection.query('rollback');
      }
    }),
    { numRuns: inputs(200), examples: [[eachOnce]] },
  );
  expect([...done].toSorted()).toEqual(Object.keys(acts).toSorted());
});
