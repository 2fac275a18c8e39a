import type { Attempt, Fixtures, Outcome } from '../../types.ts';
import { outcomeOf } from '../outcome.ts';

const TITLE = 'Call about the W-2';
const DATE = { kind: 'extension', year: 2031, due_on: '2032-10-15' };

/** One task about A. Returns its id. */
async function insertTask({ portal, a }: Fixtures): Promise<string> {
  await portal.database.query('delete from public.tasks where client_id = $1', [a]);
  const [task] = await portal.database.query<{ id: string }>(
    'insert into public.tasks (title, client_id) values ($1, $2) returning id',
    [TITLE, a],
  );
  return task?.id ?? '';
}

/** One date of A. Returns its id. */
async function insertDate({ portal, a }: Fixtures): Promise<string> {
  await portal.database.query('delete from public.client_dates where client_id = $1', [a]);
  const [date] = await portal.database.query<{ id: string }>(
    'insert into public.client_dates (client_id, kind, year, due_on) values ($1, $2, $3, $4) returning id',
    [a, DATE.kind, DATE.year, DATE.due_on],
  );
  return date?.id ?? '';
}

const onTask =
  (run: (attempt: Attempt, id: string) => PromiseLike<Parameters<typeof outcomeOf>[0]>) =>
  async (attempt: Attempt): Promise<Outcome> =>
    outcomeOf(await run(attempt, await insertTask(attempt.fixtures)));
const onDate =
  (run: (attempt: Attempt, id: string) => PromiseLike<Parameters<typeof outcomeOf>[0]>) =>
  async (attempt: Attempt): Promise<Outcome> =>
    outcomeOf(await run(attempt, await insertDate(attempt.fixtures)));

export const taskOperations = {
  'read a task about A': onTask(({ client }, id) =>
    client.from('tasks').select('*', { count: 'exact' }).eq('id', id),
  ),
  'write a task about A': async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.from('tasks').insert({ title: TITLE, client_id: fixtures.a }, { count: 'exact' })),
  'write a task of a rule': async ({ client, fixtures }: Attempt) =>
    outcomeOf(
      await client
        .from('tasks')
        .insert({ kind: 'approved', client_id: fixtures.a, year: 2031 }, { count: 'exact' }),
    ),
  'change a task about A': onTask(({ client }, id) =>
    client.from('tasks').update({ note: 'After 5' }, { count: 'exact' }).eq('id', id),
  ),
  'close a task directly': onTask(({ client }, id) =>
    client.from('tasks').update({ done_at: '2026-01-01' }, { count: 'exact' }).eq('id', id),
  ),
  'delete a task about A': onTask(({ client }, id) =>
    client.from('tasks').delete({ count: 'exact' }).eq('id', id),
  ),
  'check off a task about A': onTask(({ client }, id) => client.rpc('finish_task', { task_id: id })),
  'list the open tasks': onTask(({ client }) =>
    client.rpc('open_tasks', { wanted: 'unassigned', page_size: 1 }, { count: 'exact' }),
  ),
  "read A's date": onDate(({ client }, id) =>
    client.from('client_dates').select('*', { count: 'exact' }).eq('id', id),
  ),
  'write a date of A': async (attempt: Attempt) => {
    await attempt.fixtures.portal.database.query('delete from public.client_dates where client_id = $1', [
      attempt.fixtures.a,
    ]);
    return outcomeOf(
      await attempt.client
        .from('client_dates')
        .insert({ client_id: attempt.fixtures.a, ...DATE }, { count: 'exact' }),
    );
  },
  "change A's date": onDate(({ client }, id) =>
    client.from('client_dates').update({ due_on: '2032-10-18' }, { count: 'exact' }).eq('id', id),
  ),
  "close A's date directly": onDate(({ client }, id) =>
    client.from('client_dates').update({ done_at: '2026-01-01' }, { count: 'exact' }).eq('id', id),
  ),
  "delete A's date": onDate(({ client }, id) =>
    client.from('client_dates').delete({ count: 'exact' }).eq('id', id),
  ),
  "check off A's date": onDate(({ client }, id) => client.rpc('finish_client_date', { date_id: id })),
  'list the upcoming dates': onDate(({ client }) =>
    client.rpc(
      'upcoming_dates',
      { wanted: 'all', until_day: '2199-01-01', page_size: 1 },
      { count: 'exact' },
    ),
  ),
  'count the work of a person': async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('work_of', { person: fixtures.a }, { count: 'exact' })),
  'hand over the work of A to oneself': async ({ client, ownId, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('reassign_tasks', { from_person: fixtures.a, to_person: ownId })),
  'make an address of a feed': async ({ client }: Attempt) => outcomeOf(await client.rpc('renew_task_feed')),
  'end the address of a feed': async ({ client }: Attempt) => outcomeOf(await client.rpc('end_task_feed')),
  'read since when there is a feed': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('task_feed_since')),
};
