import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { type SharedPortal, sharedPortal } from '#tests/support/server/portal.ts';

let portal: SharedPortal;
let boss: Person;
/** The client's preparer and, for one return, another one. */
let dana: Person;
let tom: Person;
let maria: Person;
let year = 2100;

beforeAll(async () => {
  portal = await sharedPortal();
  boss = await createPerson(portal, { role: 'super' });
});
beforeEach(async () => {
  const staff = (first_name: string) =>
    createPerson(portal, { role: 'admin', data: { first_name, last_name: 'Staff' } });
  [dana, tom, maria] = await Promise.all([staff('Dana'), staff('Tom'), createPerson(portal)]);
  // No other return of the shared database is in this year.
  year += 1;
  await boss.client
    .from('client_details')
    .insert({ client_id: maria.id, preparer_id: dana.id })
    .throwOnError();
});

const start = async (kind = 'personal') =>
  (
    await boss.client
      .rpc('start_return', { client_id: maria.id, return_year: year, return_kind: kind })
      .throwOnError()
  ).data.id as string;
const assign = (return_id: string, role: string, person: string | null) =>
  boss.client.rpc('assign_return', { return_id, role, person }).throwOnError();

/** Whose returns are on the board, and whose clients in the list, with its count. */
async function found(preparer: string, filters: object = {}) {
  const of = { list_year: year, preparer, ...filters };
  const board = { list_year: year, ...(preparer === 'none' ? { unassigned: true } : { preparer }) };
  const [cards, clients, count] = await Promise.all([
    boss.client.rpc('board_returns', board).throwOnError(),
    boss.client.rpc('list_clients', of).eq('user_id', maria.id).throwOnError(),
    boss.client.rpc('list_clients_count', of).throwOnError(),
  ]);
  return {
    board: (cards.data as { kind: string }[]).map(({ kind }) => kind),
    list: clients.data.length as number,
    count: count.data as number,
  };
}

test('a return is its own preparer’s, else the client’s; the client stays in both lists', async () => {
  const [personal] = [await start(), await start('business')];
  expect(await found(dana.id)).toEqual({ board: ['personal', 'business'], list: 1, count: 1 });
  expect(await found(tom.id)).toEqual({ board: [], list: 0, count: 0 });
  await assign(personal, 'preparer', tom.id);
  expect(await found(dana.id)).toEqual({ board: ['business'], list: 1, count: 1 });
  expect(await found(tom.id)).toEqual({ board: ['personal'], list: 1, count: 1 });
  const of = { client_ids: [maria.id], list_year: year, new_files_since: new Date().toISOString() };
  const { data: row } = await boss.client.rpc('client_overviews', of).single().throwOnError();
  expect(row).toMatchObject({ preparer: 'Dana Staff, Tom Staff' });
  // The cards name who prepares them.
  const { data: cards } = await boss.client.rpc('board_returns', { list_year: year }).throwOnError();
  expect(cards.map((card: { preparer_id: string }) => card.preparer_id)).toEqual([tom.id, dana.id]);
  await assign(personal, 'preparer', null);
  expect(await found(dana.id)).toEqual({ board: ['personal', 'business'], list: 1, count: 1 });
});

test('a filter for returns finds them by their own preparer', async () => {
  const personal = await start();
  await start('business');
  await assign(personal, 'preparer', tom.id);
  await boss.client
    .rpc('step_return', { return_id: personal, new_status: 'in_preparation', email_client: false })
    .throwOnError();
  const open = { return_status: 'not_started' };
  expect(await found(dana.id, open)).toMatchObject({ list: 1, count: 1 });
  expect(await found(tom.id, open)).toMatchObject({ list: 0, count: 0 });
  const prepared = { return_status: 'in_preparation', waiting_days: 0 };
  expect(await found(dana.id, prepared)).toMatchObject({ list: 0, count: 0 });
  expect(await found(tom.id, prepared)).toMatchObject({ list: 1, count: 1 });
});

test('without a preparer is what neither the return nor the client has one for', async () => {
  await boss.client.from('client_details').update({ preparer_id: null }).eq('client_id', maria.id);
  const personal = await start();
  const before = await found('none');
  expect(before).toMatchObject({ board: ['personal'], list: 1 });
  const open = { return_status: 'not_started' };
  expect(await found('none', open)).toMatchObject({ list: 1, count: 1 });
  await assign(personal, 'preparer', tom.id);
  expect(await found('none')).toEqual({ board: [], list: 0, count: before.count - 1 });
  expect(await found('none', open)).toMatchObject({ list: 0, count: 0 });
  await start('business');
  expect(await found('none')).toMatchObject({ board: ['business'], list: 0 });
  expect(await found('none', open)).toMatchObject({ list: 1, count: 1 });
});

test('tasks and dates of a return are its own preparer’s', async () => {
  const personal = await start();
  await assign(personal, 'preparer', tom.id);
  await start('business');
  for (const [kind, id] of [
    ['form_received', null],
    ['rejected', personal],
  ])
    await portal.database.query('select nutmeg.open_rule_task($1, $2, $3, $4, false)', [
      kind,
      maria.id,
      year,
      id,
    ]);
  const { data: tasks } = await boss.client
    .from('tasks')
    .select('kind, owner_id')
    .eq('client_id', maria.id)
    .order('kind')
    .throwOnError();
  expect(tasks).toEqual([
    { kind: 'form_received', owner_id: tom.id },
    { kind: 'rejected', owner_id: tom.id },
  ]);
  const date = { client_id: maria.id, kind: 'extension', year: year - 1, due_on: `${year}-10-15` };
  const other = { ...date, year: year - 2, due_on: `${year - 1}-10-15` };
  await boss.client.from('client_dates').insert([date, other]).throwOnError();
  const yearsOf = async ({ client }: Person, wanted = 'mine') => {
    const asked = { wanted, until_day: date.due_on };
    const { data } = await client.rpc('upcoming_dates', asked).eq('client_id', maria.id).throwOnError();
    return data.map((row: { year: number }) => row.year).sort();
  };
  expect([await yearsOf(dana), await yearsOf(tom), await yearsOf(boss)]).toEqual([
    [year - 2, year - 1],
    [year - 1],
    [],
  ]);
  expect(await yearsOf(boss, 'unassigned')).toEqual([]);
  await boss.client.from('client_details').update({ preparer_id: null }).eq('client_id', maria.id);
  expect(await yearsOf(boss, 'unassigned')).toEqual([year - 2]);
});

test('a task of the year is for who prepares the personal return', async () => {
  await start();
  await assign(await start('business'), 'preparer', tom.id);
  await portal.database.query(`select nutmeg.open_rule_task('form_received', $1, $2, null, false)`, [
    maria.id,
    year,
  ]);
  const { data } = await boss.client.from('tasks').select('owner_id').eq('client_id', maria.id);
  expect(data).toEqual([{ owner_id: dana.id }]);
});

test('who no longer opens papers leaves single returns to the client’s preparer', async () => {
  const personal = await start();
  await assign(personal, 'preparer', tom.id);
  await assign(personal, 'reviewer', boss.id);
  await portal.database.query(`update public.user_profiles set role = 'reception' where user_id = $1`, [
    tom.id,
  ]);
  expect(await found(dana.id)).toEqual({ board: ['personal'], list: 1, count: 1 });
  const { data: rows } = await boss.client.from('return_assignments').select().eq('return_id', personal);
  expect(rows).toEqual([{ return_id: personal, preparer_id: null, reviewer_id: boss.id }]);
});

test('a person who leaves hands over single returns, too', async () => {
  const personal = await start();
  await assign(personal, 'reviewer', tom.id);
  const work = { person: tom.id };
  const { data: before } = await boss.client.rpc('work_of', work).single().throwOnError();
  expect(before).toEqual({ tasks: 0, clients: 1 });
  await boss.client.rpc('reassign_tasks', { from_person: tom.id, to_person: boss.id }).throwOnError();
  const { data: rows } = await boss.client.from('return_assignments').select().eq('return_id', personal);
  expect(rows).toEqual([{ return_id: personal, preparer_id: null, reviewer_id: boss.id }]);
  expect((await boss.client.rpc('work_of', work).single().throwOnError()).data).toEqual({
    tasks: 0,
    clients: 0,
  });
});

test('is recorded once, keeps how long the return waits, and takes staff only', async () => {
  const personal = await start();
  const updated = async () =>
    (await boss.client.from('tax_returns').select('updated_at').eq('id', personal).single()).data;
  const before = await updated();
  await assign(personal, 'reviewer', tom.id);
  await assign(personal, 'reviewer', tom.id);
  expect(await updated()).toEqual(before);
  const refused = await boss.client.rpc('assign_return', {
    return_id: personal,
    role: 'preparer',
    person: maria.id,
  });
  expect(refused.error).toMatchObject({ code: '23514', message: 'Only staff can be assigned' });
  const entries = await portal.database.query(
    `select details from public.audit_log where action = 'return.assigned' and subject_id = $1`,
    [maria.id],
  );
  expect(entries).toEqual([
    { details: { return: personal, year, kind: 'personal', role: 'reviewer', to: tom.id } },
  ]);
});
