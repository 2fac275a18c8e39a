import { beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
let admin: Person;
let colleague: Person;
beforeAll(async () => {
  admin = await createPerson(portal, { role: 'admin' });
  colleague = await createPerson(portal, { role: 'admin' });
});

const query = (sql: string, values: unknown[]) => portal.database.query(sql, values);

interface Given {
  year: number;
  status?: string;
  days?: number;
  preparer?: Person;
  archived?: boolean;
}

async function addReturn({ year, status = 'in_preparation', days = 0, preparer, archived }: Given) {
  const client = await createPerson(portal);
  await query(
    `insert into public.tax_returns (user_id, year, kind, status, updated_at)
     values ($1, $2, 'personal', $3, now() - make_interval(days => $4))`,
    [client.id, year, status, days],
  );
  await query('insert into public.client_details (client_id, preparer_id, archived_at) values ($1, $2, $3)', [
    client.id,
    preparer?.id ?? null,
    archived ? new Date() : null,
  ]);
  return client.id;
}

async function board(list_year: number, filters: object = {}) {
  const { data, error } = await admin.client.rpc('board_returns', { list_year, ...filters });
  expect(error).toBeNull();
  return data as { status: string; total: number; user_id: string }[];
}

test('the longest waiting come first, with the number of all', async () => {
  const [middle, old, fresh] = [
    await addReturn({ year: 2011, days: 5 }),
    await addReturn({ year: 2011, days: 9 }),
    await addReturn({ year: 2011, days: 1 }),
  ];
  for (const unassigned of [false, true]) {
    const shown = await board(2011, { cards: 2, unassigned });
    expect(shown.map(({ user_id, total }) => [user_id, total])).toEqual([
      [old, 3],
      [middle, 3],
    ]);
  }
  expect((await board(2011)).map(({ user_id }) => user_id)).toContain(fresh);
});

test('of the accepted ones, the newest come first', async () => {
  const [old, fresh] = [
    await addReturn({ year: 2012, status: 'accepted', days: 9 }),
    await addReturn({ year: 2012, status: 'accepted', days: 1 }),
  ];
  expect((await board(2012)).map(({ user_id }) => user_id)).toEqual([fresh, old]);
});

test('shows one preparer’s, those without one, or those that wait; never archived clients', async () => {
  const ours = await addReturn({ year: 2013, preparer: colleague, days: 20 });
  const free = await addReturn({ year: 2013, days: 3 });
  await addReturn({ year: 2013, archived: true });
  await addReturn({ year: 2013, archived: true, preparer: colleague });
  await addReturn({ year: 2013, archived: true, status: 'approved' });
  await addReturn({ year: 2014 });
  const ids = async (filters: object) => (await board(2013, filters)).map(({ user_id }) => user_id);
  expect((await ids({})).sort()).toEqual([ours, free].sort());
  expect((await board(2013)).map(({ total }) => total)).toEqual([2, 2]);
  expect(await ids({ preparer: colleague.id })).toEqual([ours]);
  expect(await ids({ unassigned: true })).toEqual([free]);
  expect(await ids({ waiting_days: 14 })).toEqual([ours]);
  expect(await ids({ waiting_days: 14, unassigned: true })).toEqual([]);
});

test('counts e-filed returns by the week of their first filing, for two years', async () => {
  const zone = 'America/New_York';
  const file = async (year: number, ...moments: string[]) => {
    const client = await createPerson(portal);
    await query(
      `with opened as (
         insert into public.tax_returns (user_id, year, kind) values ($1, $2, 'personal') returning id, user_id
       )
       insert into public.tax_return_events (return_id, user_id, at, kind, to_status)
       select id, user_id, (at::timestamp at time zone $4) + later, 'status', to_status
       from opened cross join unnest($3::text[]) with ordinality as m (at, place)
       cross join (values ('e_filed', interval '0'), ('rejected', interval '1 hour')) as s (to_status, later)
       where to_status = 'e_filed' or place < cardinality($3)
       order by place, later`,
      [client.id, year, moments, zone],
    );
  };
  await file(2015, '2015-01-01 00:30');
  await file(2015, '2015-01-08 00:00');
  // Rejected and filed again, in the same year and in the next one.
  await file(2015, '2015-01-02 10:00', '2015-01-08 10:00', '2016-02-01 10:00');
  await file(2016, '2016-12-31 23:59');
  const { data } = await admin.client.rpc('season_weeks', { list_year: 2016 });
  expect(data).toEqual([
    { year: 2015, week: 0, received: 0, filed: 2 },
    { year: 2015, week: 1, received: 0, filed: 1 },
    { year: 2016, week: 52, received: 0, filed: 1 },
  ]);
});
