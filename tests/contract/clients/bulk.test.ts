import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { BulkPreview } from '#contract/bulk.ts';
import type { BulkAct } from '#domain/bulk/jobs.ts';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, freshEmail, insertPerson, type Person } from '#tests/support/people.ts';
import { eventually, portalForFile, startPortal } from '#tests/support/server/portal.ts';

const portal = portalForFile();
let clerk: Person;
const { year } = officeDay(new Date(), 'America/New_York');

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'admin', data: { first_name: 'Dana', last_name: 'Reyes' } });
});

const newClient = (email = freshEmail()) => insertPerson(portal, { email });
const newClients = (count: number) => Promise.all(Array.from({ length: count }, () => newClient()));
const message: BulkAct = { kind: 'letter', options: { template: 'message', note: 'We open on Saturday.' } };

async function start(
  clientIds: readonly string[],
  { kind, options }: BulkAct,
  by = clerk,
  id = randomUUID(),
) {
  const { data, error } = await by.client.rpc('start_bulk_job', {
    job_id: id,
    job_kind: kind,
    client_ids: clientIds,
    job_options: options,
  });
  if (error) throw error;
  return data as { id: string; clients: number };
}
async function jobOf(id: string) {
  const { data } = await clerk.client.from('bulk_jobs').select('*').eq('id', id).single().throwOnError();
  return data;
}
const whenEnded = (id: string) =>
  eventually(async () => {
    const job = await jobOf(id);
    return job.state !== 'running' && job;
  }, 30_000);
async function outcomes(id: string): Promise<Record<string, string>> {
  const rows = await portal.database.query<{
    client_id: string;
    outcome: string | null;
    reason: string | null;
  }>('select client_id, outcome, reason from public.bulk_job_clients where job_id = $1', [id]);
  return Object.fromEntries(rows.map((row) => [row.client_id, row.reason ?? row.outcome ?? 'waits']));
}
const lettersTo = (ids: readonly string[]) =>
  portal.database.query<{ user_id: string; template: string; items: string[]; sent_by_name: string }>(
    'select user_id, template, items, sent_by_name from public.client_letters where user_id = any ($1)',
    [ids],
  );
const recordOf = (jobId: string) =>
  portal.database.query<{ action: string; subject_id: string | null; actor_id: string | null }>(
    `select action, subject_id, actor_id from public.audit_log where details ->> 'job' = $1 order by id`,
    [jobId],
  );
/** Mails that are not due yet, and newer than all that are sent, so that letters wait. Returns how to end that. */
async function holdLetters(): Promise<() => Promise<unknown>> {
  await portal.database.query(
    `insert into public.email_queue (to_email, subject, body, email_type, created_at, next_attempt_at)
     select 'waiting@example.com', 's', 'b', 'hold', now() + interval '30 minutes', now() + interval '1 hour'
     from generate_series(1, 50)`,
  );
  return () => portal.database.query(`delete from public.email_queue where email_type = 'hold'`);
}
async function preview(act: BulkAct, clientIds: readonly string[]): Promise<BulkPreview> {
  const { data, error } = await clerk.client.functions.invoke('bulk-preview', { body: { act, clientIds } });
  if (error) throw error;
  return data;
}

test('a letter about a form or a return leaves out clients if it isn’t true for them, and colleagues', async () => {
  const sender = await createPerson(portal);
  await sender.client
    .from('tax_forms')
    .upsert({ user_id: sender.id, year, form_data: newClientForm }, { onConflict: 'user_id,year' })
    .throwOnError();
  const sent = sender.id;
  const [waiting, reviewing, paying] = (await newClients(3)) as [string, string, string];
  await portal.database.query(
    `insert into public.tax_returns (user_id, year, kind, status)
     values ($1, $3, 'personal', 'ready_for_review'), ($2, $3, 'personal', 'payment_due')`,
    [reviewing, paying, year - 1],
  );
  const ids = [waiting, sent, reviewing, paying, clerk.id];
  const leftOut = async (template: 'form_reminder' | 'return_ready' | 'payment_reminder' | 'message') => {
    const seen = await preview({ kind: 'letter', options: { template, note: 'Hello' } }, ids);
    return seen.leftOut.flatMap(({ reason, clients }) => clients.map(({ id }) => [id, reason])).sort();
  };
  const all = (reasons: Record<string, string>) => Object.entries({ ...reasons, [clerk.id]: 'staff' }).sort();
  expect(await leftOut('message')).toEqual(all({}));
  expect(await leftOut('form_reminder')).toEqual(all({ [sent]: 'form_sent' }));
  const without = (one: string, reason: string) =>
    all(
      Object.fromEntries(
        [waiting, sent, reviewing, paying].filter((id) => id !== one).map((id) => [id, reason]),
      ),
    );
  expect(await leftOut('return_ready')).toEqual(without(reviewing, 'nothing_to_review'));
  expect(await leftOut('payment_reminder')).toEqual(without(paying, 'nothing_to_pay'));

  // Also where the job is carried out, and the reason is stored.
  const { id } = await start([sent, waiting], { kind: 'letter', options: { template: 'form_reminder' } });
  await whenEnded(id);
  expect(await outcomes(id)).toEqual({ [sent]: 'form_sent', [waiting]: 'done' });
});

test('a reminder asks each client only for what that client misses, and says who is left out and why', async () => {
  const sent = await createPerson(portal);
  await sent.client
    .from('tax_forms')
    .upsert({ user_id: sent.id, year, form_data: newClientForm }, { onConflict: 'user_id,year' })
    .throwOnError();
  await clerk.client
    .rpc('review_checklist_item', {
      client_id: sent.id,
      list_year: year,
      list_item: 'photo-id',
      new_state: 'confirmed',
    })
    .throwOnError();
  const asked = await newClient();
  await clerk.client
    .rpc('request_document', { client_id: asked, list_year: year, item_title: 'The lease' })
    .throwOnError();
  const [none, bad, archived, silent, busy] = await newClients(5);
  await portal.database.query(`update public.user_profiles set language = 'es' where user_id = $1`, [
    sent.id,
  ]);
  await portal.database.query(
    `insert into nutmeg.bad_addresses (address, reason) select email, '550' from public.user_profiles where user_id = $1`,
    [bad],
  );
  await clerk.client.rpc('archive_client', { client_id: archived, archived: true }).throwOnError();
  await portal.database.query(`update public.user_profiles set email = '' where user_id = $1`, [silent]);
  await portal.database.query(
    `insert into nutmeg.staff_letters (recipient)
     select p.email from public.user_profiles p, generate_series(1, 20) where p.user_id = $1`,
    [busy],
  );
  const gone = randomUUID();
  const ids = [sent.id, asked, none, bad, archived, silent, busy, gone] as string[];
  const act: BulkAct = { kind: 'remind', options: { year, note: 'Thank you, José.' } };

  const seen = await preview(act, ids);
  expect(seen.reached).toBe(2);
  expect(seen.first.map(({ id }) => id)).toEqual([sent.id, asked]);
  expect(seen.first[0]?.letter).toMatchObject({ to: sent.email, language: 'es' });
  expect(seen.first[1]?.letter?.html).toContain('The lease');
  expect(Object.fromEntries(seen.leftOut.map(({ reason, clients }) => [reason, clients[0]?.id]))).toEqual({
    no_form: none,
    bad_address: bad,
    archived,
    no_email: silent,
    too_many_letters: busy,
    gone,
  });

  const { id } = await start(ids, act);
  expect(await whenEnded(id)).toMatchObject({ state: 'done', clients: 8, done: 2, left_out: 6 });
  expect(await outcomes(id)).toEqual({
    [sent.id]: 'done',
    [asked]: 'done',
    [none as string]: 'no_form',
    [bad as string]: 'bad_address',
    [archived as string]: 'archived',
    [silent as string]: 'no_email',
    [busy as string]: 'too_many_letters',
    [gone]: 'gone',
  });
  const [letter] = await lettersTo([sent.id]);
  expect(letter).toMatchObject({ template: 'document_request', sent_by_name: 'Dana Reyes' });
  expect(letter?.items).toContain('Your spouse’s photo ID');
  expect(letter?.items).not.toContain('Photo ID');
  expect(letter?.items).toContain('Your W-2 forms (only if you have one)');
  // The lines that the letter names are asked for, and no others.
  const lines = await portal.database.query<{ line: string }>(
    `select item || ' ' || state as line from public.checklist_items where user_id = any ($1) order by 1`,
    [[sent.id, asked]],
  );
  expect(lines.map(({ line }) => line)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^asked:\w+ asked_again$/), 'photo-id:spouse asked_again']),
  );
  expect(lines.map(({ line }) => line)).toContain('w-2 asked_again');
  const mail = await portal.mailTo(sent.email);
  expect(mail.subject).toContain('documentos');
  expect(mail.text).toContain('Thank you, José.');
  const record = await recordOf(id);
  expect(record.map(({ action }) => action).toSorted()).toEqual([
    'bulk.remind',
    'bulk.remind',
    'bulk.started',
  ]);
  expect(new Set(record.map(({ actor_id }) => actor_id))).toEqual(new Set([clerk.id]));

  const { data: rows } = await clerk.client.rpc('bulk_job_results', { job_id: id }).throwOnError();
  expect(rows.map(({ reason }: { reason: string }) => reason)).toHaveLength(6);
});

test('a reminder leaves out who has just sent what may be it, until staff have sorted it', async () => {
  const client = await createPerson(portal);
  await clerk.client
    .rpc('request_document', { client_id: client.id, list_year: year, item_title: 'The lease' })
    .throwOnError();
  const path = `${client.id}/lease.txt`;
  const file = new Blob(['The lease'], { type: 'text/plain' });
  const { error } = await client.client.storage.from('user-documents').upload(path, file);
  expect(error).toBeNull();
  const act: BulkAct = { kind: 'remind', options: { year } };
  expect(await preview(act, [client.id])).toMatchObject({ reached: 0, leftOut: [{ reason: 'just_sent' }] });
  const { id } = await start([client.id], act);
  await whenEnded(id);
  expect(await outcomes(id)).toEqual({ [client.id]: 'just_sent' });
  expect(await lettersTo([client.id])).toEqual([]);

  // The office's own upload asks for nothing, and a document of another line is sorted.
  const sentBy = (isClient: boolean) =>
    portal.database.query('update public.file_uploads set by_client = $1 where file_path = $2', [
      isClient,
      path,
    ]);
  await sentBy(false);
  expect((await preview(act, [client.id])).reached).toBe(1);
  await sentBy(true);
  expect((await preview(act, [client.id])).reached).toBe(0);
  await portal.database.query(
    `with line as (
       insert into public.checklist_items (user_id, year, item, state) values ($1, $2, 'photo-id', 'sent')
       returning id
     )
     insert into public.checklist_documents (item_id, document_id, user_id)
     select line.id, f.id, $1 from line, public.file_uploads f where f.file_path = $3`,
    [client.id, year, path],
  );
  expect((await preview(act, [client.id])).reached).toBe(1);
});

test('a start that is repeated is the same job, and a job of another person is not taken over', async () => {
  const release = await holdLetters();
  const [client = ''] = await newClients(1);
  const id = randomUUID();
  const [first, again] = await Promise.all([
    start([client, client], message, clerk, id),
    start([client], message, clerk, id),
  ]);
  expect([first.id, again.id, first.clients, again.clients]).toEqual([id, id, 1, 1]);
  const other = await createPerson(portal, { role: 'admin' });
  await expect(start([client], message, other, id)).rejects.toMatchObject({ code: '42501' });
  await release();
  await whenEnded(id);
  await start([client], message, clerk, id);
  expect(await lettersTo([client])).toHaveLength(1);
});

test('letters wait while 50 mails do, and a job that is stopped then writes none', async () => {
  const release = await holdLetters();
  const clients = await newClients(3);
  const { id } = await start(clients, message);
  const tagged = await start(clients, { kind: 'tag', options: { tag: 'early', remove: false } });
  // The tags don't wait, so the worker has looked at the letters too.
  expect(await whenEnded(tagged.id)).toMatchObject({ state: 'done', done: 3 });
  expect(await jobOf(id)).toMatchObject({ state: 'running', done: 0 });
  await clerk.client.rpc('stop_bulk_job', { job_id: id }).throwOnError();
  expect(await jobOf(id)).toMatchObject({ state: 'stopped', stopped_because: 'asked', stopped_by: clerk.id });
  await release();
  const next = await start(await newClients(1), message);
  await whenEnded(next.id);
  expect(await lettersTo(clients)).toEqual([]);
});

test.each([
  ['leaves the staff', 'client'],
  ['opens no papers anymore', 'reception'],
])('ends a job when the person who started it %s', async (_, role) => {
  const release = await holdLetters();
  const former = await createPerson(portal, { role: 'admin' });
  const clients = await newClients(2);
  const { id } = await start(clients, message, former);
  await portal.database.query('select public.change_role($1, $2, null)', [former.id, role]);
  await release();
  expect(await whenEnded(id)).toMatchObject({ state: 'stopped', stopped_because: 'not_staff', done: 0 });
  expect(await lettersTo(clients)).toEqual([]);
});

// It starts a server.
test('two servers write one letter to each client', { tags: ['faults-kills'] }, async () => {
  const second = await startPortal({ database: portal.database });
  try {
    const clients = await newClients(120);
    const { id } = await start(clients, message);
    expect(await whenEnded(id)).toMatchObject({ state: 'done', done: 120, left_out: 0 });
    const written = (await lettersTo(clients)).map(({ user_id }) => user_id);
    expect(written.toSorted()).toEqual(clients.toSorted());
  } finally {
    await second.close();
  }
});

test('all that match are kept as they are when they are chosen', async () => {
  const clients = await newClients(3);
  for (const client_id of clients)
    await clerk.client
      .from('client_details')
      .insert({ client_id, tags: ['march'] })
      .throwOnError();
  const { data: chosen } = await clerk.client.rpc('list_client_ids', { tag: 'march', sort: 'name' });
  const { data: listed } = await clerk.client.rpc('list_clients', { tag: 'march', sort: 'name' });
  expect(chosen).toEqual(listed.map(({ user_id }: { user_id: string }) => user_id));
  const { data: part } = await clerk.client.rpc('list_client_ids', {
    tag: 'march',
    sort: 'name',
    first_row: 1,
    most: 1,
  });
  expect(part).toEqual([chosen[1]]);
  // The job itself changes what matches.
  const { id } = await start(chosen, { kind: 'tag', options: { tag: 'march', remove: true } });
  expect(await whenEnded(id)).toMatchObject({ done: 3, left_out: 0 });
});

test('assigns, tags, sets due dates, and archives, with one entry for each client', async () => {
  const [one = '', two = ''] = await newClients(2);
  const due = `${year + 1}-04-01`;
  const acts: BulkAct[] = [
    { kind: 'assign', options: { person: clerk.id } },
    { kind: 'tag', options: { tag: 'early', remove: false } },
    { kind: 'task', options: { title: 'Call', due_on: due, owner: 'preparer' } },
    { kind: 'archive', options: { archived: true } },
  ];
  for (const act of acts) {
    const { id } = await start([one, two], act);
    expect(await whenEnded(id)).toMatchObject({ state: 'done', done: 2 });
    expect((await recordOf(id)).filter(({ subject_id }) => subject_id === one)).toHaveLength(1);
  }
  const { data: details } = await clerk.client
    .from('client_details')
    .select('preparer_id, tags, archived_at')
    .eq('client_id', one)
    .single()
    .throwOnError();
  expect(details).toMatchObject({ preparer_id: clerk.id, tags: ['early'], archived_at: expect.anything() });
  const { data: tasks } = await clerk.client
    .from('tasks')
    .select('title, due_on, owner_id, created_by')
    .eq('client_id', one)
    .throwOnError();
  expect(tasks).toEqual([{ title: 'Call', due_on: due, owner_id: clerk.id, created_by: clerk.id }]);
  const saved = await portal.database.query(
    `select from public.audit_log where subject_id = $1 and action = 'client.details_saved'`,
    [one],
  );
  expect(saved).toEqual([]);
  const again = await start([one, two], { kind: 'archive', options: { archived: true } });
  await whenEnded(again.id);
  expect(await outcomes(again.id)).toEqual({ [one]: 'unchanged', [two]: 'unchanged' });
});

test.each<[string, object]>([
  ['remind', { year: '2026' }],
  ['remind', { year: 2026, items: [] }],
  ['letter', { template: 'message', note: ' ' }],
  ['letter', { template: 'document_request' }],
  ['letter', { template: 'welcome' }],
  ['assign', {}],
  ['tag', { tag: '\t', remove: false }],
  ['task', { title: 'Call', due_on: '2027-13-01', owner: 'starter' }],
  ['archive', { archived: 'yes' }],
  ['delete', {}],
])('refuses to start %s with %j', async (kind, options) => {
  const { error } = await clerk.client.rpc('start_bulk_job', {
    job_id: randomUUID(),
    job_kind: kind,
    client_ids: [clerk.id],
    job_options: options,
  });
  expect(error?.code).toBe('23514');
});
