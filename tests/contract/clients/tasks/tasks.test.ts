import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { mergeClients, undoMerge, upload } from '../../support/merges.ts';

const portal = portalForFile();
let clerk: Person;
let boss: Person;
let maria: Person;
const { year } = officeDay(new Date(), 'America/New_York');

beforeAll(async () => {
  [clerk, boss] = await Promise.all([
    createPerson(portal, { role: 'admin' }),
    createPerson(portal, { role: 'super' }),
  ]);
});
beforeEach(async () => {
  maria = await createPerson(portal);
});

const submit = ({ client, id }: Person) =>
  client
    .from('tax_forms')
    .upsert({ user_id: id, year, form_data: newClientForm }, { onConflict: 'user_id,year' })
    .throwOnError();
const tasksOf = async ({ id }: Pick<Person, 'id'>) =>
  (
    await clerk.client
      .from('tasks')
      .select('id, kind, title, owner_id, due_on, year, return_id, done_at, done_by')
      .eq('client_id', id)
      .order('created_at')
      .throwOnError()
  ).data ?? [];
const openKinds = async (person: Pick<Person, 'id'>) =>
  (await tasksOf(person)).filter(({ done_at }) => done_at === null).map(({ kind }) => kind);
/** server/tasks/open-days.test.ts proves that these are days of the office. */
const openDaysAfter = async (days: number) =>
  (await portal.database.query('select nutmeg.office_day_after($1)::text as day', [days]))[0]?.day;
/** Call before an act, and the answer after it: midnight at the office may be between them. */
const openDays = async (days: number) => {
  const before = await openDaysAfter(days);
  return async () => expect.toBeOneOf([before, await openDaysAfter(days)]);
};
const step = async (id: string, ...steps: string[]) => {
  for (const new_status of steps)
    await clerk.client.rpc('step_return', { return_id: id, new_status }).throwOnError();
};
const start = async ({ id }: Person) => {
  const opened = { client_id: id, return_year: year, return_kind: 'personal' };
  return (await clerk.client.rpc('start_return', opened).throwOnError()).data.id as string;
};

test('a task, date, note, or blocked time whose answer was lost is saved once', async () => {
  const { id: client_id } = maria;
  const start = Date.now() + 400 * 24 * 3_600_000;
  const rows: Record<string, Record<string, unknown>> = {
    tasks: { title: 'Call', client_id },
    client_dates: { client_id, kind: 'other', year, due_on: `${year}-04-15`, label: 'Estimate' },
    client_notes: { user_id: client_id, body: 'Prefers mornings' },
    calendar_blocks: {
      starts_at: new Date(start).toISOString(),
      ends_at: new Date(start + 3_600_000).toISOString(),
      reason: 'Training',
    },
  };
  for (const [table, row] of Object.entries(rows)) {
    const named = { id: randomUUID(), ...row };
    const add = () => clerk.client.from(table).upsert(named, { ignoreDuplicates: true }).throwOnError();
    await add();
    await add();
    const { data } = await clerk.client.from(table).select('id').match(row).throwOnError();
    expect(data, table).toEqual([{ id: named.id }]);
  }
});

/** A return of the client that is ready for review, and what the client signs. */
async function ready(person: Person): Promise<{ id: string; sha256: string }> {
  await upload(person, `${person.id}/return.txt`, 'The return');
  const { data: file } = await clerk.client
    .from('file_uploads')
    .select('id, sha256')
    .eq('user_id', person.id)
    .single()
    .throwOnError();
  const id = await start(person);
  await step(id, 'in_preparation');
  await clerk.client
    .rpc('step_return', { return_id: id, new_status: 'ready_for_review', review_document_id: file.id })
    .throwOnError();
  return { id, sha256: file.sha256 };
}
const approve = ({ client }: Person, { id, sha256 }: { id: string; sha256: string }) =>
  client.rpc('approve_return', { return_id: id, signature: 'Maria Lopez', seen_sha256: sha256 });

describe('a form that arrives', () => {
  test('gives the preparer one task, however often it is sent', async () => {
    await clerk.client
      .from('client_details')
      .insert({ client_id: maria.id, preparer_id: boss.id })
      .throwOnError();
    const inTwoDays = await openDays(2);
    await submit(maria);
    const [task, ...others] = await tasksOf(maria);
    expect(others).toEqual([]);
    expect(task).toMatchObject({ kind: 'form_received', title: null, owner_id: boss.id, year });
    expect(task?.due_on).toEqual(await inTwoDays());
    await clerk.client.rpc('finish_task', { task_id: task?.id }).throwOnError();
    await submit(maria);
    const after = await tasksOf(maria);
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ id: task?.id, done_by: clerk.id });
  });

  test('gives no one a task if the client has no preparer, or one who left', async () => {
    const former = await createPerson(portal, { role: 'admin' });
    await clerk.client
      .from('client_details')
      .insert({ client_id: maria.id, preparer_id: former.id })
      .throwOnError();
    await boss.client.rpc('set_user_role', { target_user_id: former.id, new_role: 'client' }).throwOnError();
    await submit(maria);
    expect(await tasksOf(maria)).toMatchObject([{ kind: 'form_received', owner_id: null }]);
  });

  test('leaves the open tasks when the return is started', async () => {
    await submit(maria);
    await start(maria);
    expect(await tasksOf(maria)).toMatchObject([{ kind: 'form_received', done_by: null }]);
    expect(await openKinds(maria)).toEqual([]);
  });

  test('that is sent twice at once gives one task', async () => {
    await Promise.allSettled([submit(maria), submit(maria), submit(maria)]);
    expect(await openKinds(maria)).toEqual(['form_received']);
  });
});

describe('a return', () => {
  test('that is approved gives a task, which closes when the fee is due', async () => {
    const review = await ready(maria);
    const inTwoDays = await openDays(2);
    await approve(maria, review).throwOnError();
    expect(await openKinds(maria)).toEqual(['approved']);
    await step(review.id, 'payment_due');
    expect(await tasksOf(maria)).toMatchObject([
      { kind: 'approved', return_id: review.id, due_on: await inTwoDays(), done_by: null },
    ]);
    expect(await openKinds(maria)).toEqual([]);
  });

  test('that two people approve at once gives one task', async () => {
    const review = await ready(maria);
    const answers = await Promise.all([1, 2, 3].map(() => approve(maria, review)));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    expect(await openKinds(maria)).toEqual(['approved']);
  });

  test('that is rejected again opens its task again', async () => {
    const review = await ready(maria);
    await approve(maria, review).throwOnError();
    const reject = async () => {
      await step(review.id, 'payment_due');
      await clerk.client.rpc('record_return_payment', { return_id: review.id });
      await step(review.id, 'e_filed', 'rejected');
    };
    const tomorrow = await openDays(1);
    await reject();
    expect(await openKinds(maria)).toEqual(['rejected']);
    const [, rejected] = await tasksOf(maria);
    expect(rejected?.due_on).toEqual(await tomorrow());
    await clerk.client.rpc('finish_task', { task_id: rejected?.id }).throwOnError();
    await portal.database.query(`update public.tasks set due_on = '2026-3-2' where id = $1`, [rejected?.id]);
    await step(review.id, 'in_preparation');
    const again = await clerk.client.from('file_uploads').select('id').eq('user_id', maria.id).single();
    await clerk.client
      .rpc('step_return', {
        return_id: review.id,
        new_status: 'ready_for_review',
        review_document_id: again.data?.id,
      })
      .throwOnError();
    await approve(maria, review).throwOnError();
    await reject();
    expect(await openKinds(maria)).toEqual(['rejected']);
    expect(await tasksOf(maria)).toMatchObject([{}, { due_on: await tomorrow() }]);
  });
});

describe('the open tasks', () => {
  const open = async (by: Person, wanted: string, more: object = {}) =>
    (await by.client.rpc('open_tasks', { wanted, ...more }).throwOnError()).data as {
      id: string;
      title: string | null;
      due_on: string | null;
      client_name: string | null;
      owner_name: string | null;
    }[];

  test('are in pages by due date, those without one last, each once', async () => {
    const own = await createPerson(portal, { role: 'admin' });
    const days = ['2026-03-02', null, '2026-03-01', '2026-03-02', null, '2026-03-02'];
    await own.client
      .from('tasks')
      .insert(
        days.map((due_on, at) => ({ title: `Task ${at}`, due_on, owner_id: own.id, client_id: maria.id })),
      )
      .throwOnError();
    const seen: { id: string; due_on: string | null }[] = [];
    for (;;) {
      const last = seen.at(-1);
      const page = await open(own, 'mine', {
        page_size: 2,
        ...(last && { after_id: last.id, after_due: last.due_on }),
      });
      seen.push(...page);
      if (page.length < 2) break;
    }
    expect(seen.map(({ due_on }) => due_on)).toEqual([
      '2026-03-01',
      '2026-03-02',
      '2026-03-02',
      '2026-03-02',
      null,
      null,
    ]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(days.length);
  });

  test('are those of one person, of everyone, or of no one', async () => {
    const own = await createPerson(portal, { role: 'admin' });
    const titles = async (wanted: string) =>
      (await open(own, wanted)).map(({ title }) => title).filter((title) => title?.startsWith('Who '));
    await own.client
      .from('tasks')
      .insert([
        { title: 'Who mine', owner_id: own.id, due_on: '2001-01-01' },
        { title: 'Who hers', owner_id: clerk.id, due_on: '2001-01-02' },
        { title: 'Who else', owner_id: null, due_on: '2001-01-03' },
      ])
      .throwOnError();
    expect(await titles('mine')).toEqual(['Who mine']);
    expect(await titles('unassigned')).toEqual(['Who else']);
    expect(await titles('all')).toEqual(['Who mine', 'Who hers', 'Who else']);
  });

  test('belong to staff and to clients that exist', async () => {
    const add = (task: object) => clerk.client.from('tasks').insert({ title: 'Call', ...task });
    expect((await add({ owner_id: maria.id })).error?.code).toBe('23514');
    expect((await add({ client_id: '00000000-0000-4000-8000-000000000000' })).error?.code).toBe('23503');
    expect((await add({ title: '' })).error?.code).toBe('23514');
    expect((await add({ title: 'x'.repeat(201) })).error?.code).toBe('23514');
    expect((await add({ note: 'x'.repeat(2001) })).error?.code).toBe('23514');
    const other = await start(await createPerson(portal));
    expect((await add({ client_id: maria.id, return_id: other })).error?.code).toBe('23514');
  });
});

describe('the work of a person who leaves', () => {
  test('goes to another one in one act with one entry in the log', async () => {
    const [leaver, heir] = await Promise.all([
      createPerson(portal, { role: 'admin' }),
      createPerson(portal, { role: 'admin' }),
    ]);
    const clients = await portal.database.query<{ id: string }>(
      `insert into auth.users (email, email_confirmed_at)
       select 'of-a-leaver-' || n || '@example.com', now() from generate_series(1, 80) as n returning id`,
    );
    await clerk.client
      .from('client_details')
      .insert(
        clients.map(({ id }, at) =>
          at === 0
            ? { client_id: id, preparer_id: clerk.id, reviewer_id: leaver.id }
            : { client_id: id, preparer_id: leaver.id, reviewer_id: null },
        ),
      )
      .throwOnError();
    const { data: tasks } = await clerk.client
      .from('tasks')
      .insert([1, 2, 3].map((at) => ({ title: `Task ${at}`, owner_id: leaver.id })))
      .select('id')
      .throwOnError();
    await clerk.client.rpc('finish_task', { task_id: tasks[0]?.id }).throwOnError();
    await boss.client.rpc('set_user_role', { target_user_id: leaver.id, new_role: 'client' }).throwOnError();
    const before = await boss.client.rpc('work_of', { person: leaver.id }).single().throwOnError();
    expect(before.data).toEqual({ tasks: 2, clients: 80 });

    const act = { from_person: leaver.id, to_person: heir.id };
    expect((await clerk.client.rpc('reassign_tasks', act)).error?.code).toBe('42501');
    const [first, second] = await Promise.all([
      boss.client.rpc('reassign_tasks', act).throwOnError(),
      boss.client.rpc('reassign_tasks', act).throwOnError(),
    ]);
    expect([first.data, second.data]).toEqual(
      expect.arrayContaining([
        { tasks: 2, clients: 80 },
        { tasks: 0, clients: 0 },
      ]),
    );
    const { data: details } = await clerk.client
      .from('client_details')
      .select('preparer_id, reviewer_id')
      .in(
        'client_id',
        clients.map(({ id }) => id),
      )
      .order('reviewer_id')
      .throwOnError();
    expect(details).toEqual([
      { preparer_id: clerk.id, reviewer_id: heir.id },
      ...Array.from({ length: 79 }, () => ({ preparer_id: heir.id, reviewer_id: null })),
    ]);
    const entries = await portal.database.query<{ action: string; details: object }>(
      `select action, details from public.audit_log
       where actor_id = $1 and (subject_id = $2 or action = 'client.details_saved') and action <> 'role.changed'
         and details->>'clients' is distinct from '0'`,
      [boss.id, leaver.id],
    );
    expect(entries).toEqual([
      { action: 'staff.work_handed_over', details: { tasks: 2, clients: 80, to: heir.id } },
    ]);
  });

  test('goes to staff only', async () => {
    for (const to_person of [maria.id, clerk.id, null]) {
      const { error } = await boss.client.rpc('reassign_tasks', { from_person: clerk.id, to_person });
      expect(error?.code).toBe('23514');
    }
  });
});

test('tasks and dates go with a client who is merged, and come back', async () => {
  const rosa = await createPerson(portal);
  await submit(rosa);
  await submit(maria);
  await clerk.client.from('tasks').insert({ title: 'Call Rosa', client_id: rosa.id }).throwOnError();
  await clerk.client
    .from('client_dates')
    .insert({ client_id: rosa.id, kind: 'extension', year, due_on: `${year + 1}-10-15` })
    .throwOnError();
  const datesOf = async ({ id }: Person) =>
    (await clerk.client.from('client_dates').select('kind').eq('client_id', id).throwOnError()).data?.length;
  const merged = await mergeClients(portal.url, boss.client, { source: rosa.id, target: maria.id });
  expect((await tasksOf(maria)).map(({ kind }) => kind).toSorted()).toEqual(['form_received', 'manual']);
  expect((await tasksOf(rosa)).map(({ kind }) => kind)).toEqual(['form_received']);
  expect(await datesOf(maria)).toBe(1);
  const refused = await clerk.client.from('tasks').insert({ title: 'Late', client_id: rosa.id });
  expect(refused.error?.code).toBe('42501');
  await undoMerge(portal.url, boss.client, merged.mergeId);
  expect((await tasksOf(maria)).map(({ kind }) => kind)).toEqual(['form_received']);
  expect((await tasksOf(rosa)).map(({ kind }) => kind).toSorted()).toEqual(['form_received', 'manual']);
  expect(await datesOf(rosa)).toBe(1);
});

test('a change by someone who hasn’t seen the newest version changes nothing', async () => {
  const { data: task } = await clerk.client
    .from('tasks')
    .insert({ title: 'Call back', owner_id: clerk.id })
    .select('id')
    .single<{ id: string }>()
    .throwOnError();
  const seen = async () =>
    (await clerk.client.rpc('open_tasks', { wanted: 'mine' }).eq('id', task.id).throwOnError()).data[0];
  const { updated_at: first } = await seen();
  const change = async (by: Person, note: string, version: string) =>
    (
      await by.client
        .from('tasks')
        .update({ note })
        .eq('id', task.id)
        .eq('updated_at', version)
        .select('id')
        .throwOnError()
    ).data;
  expect(await change(boss, 'Left a message', first)).toHaveLength(1);
  expect(await change(clerk, 'Wants an extension', first)).toEqual([]);
  const { note, updated_at: second } = await seen();
  expect(note).toBe('Left a message');
  expect(await change(clerk, 'Wants an extension', second)).toHaveLength(1);
});
