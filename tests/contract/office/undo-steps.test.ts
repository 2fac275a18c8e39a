import { beforeAll, expect, test } from 'vitest';
import { hurryMails } from '#tests/support/hurry-mails.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
let admin: Person;
beforeAll(async () => {
  admin = await createPerson(portal, { role: 'admin' });
});

interface Opened {
  client: Person;
  id: string;
}

async function open(more: object = {}): Promise<Opened> {
  const client = await createPerson(portal);
  const { data, error } = await admin.client.rpc('start_return', {
    client_id: client.id,
    return_year: 2025,
    return_kind: 'personal',
    ...more,
  });
  expect(error).toBeNull();
  return { client, id: data.id };
}

const step = ({ id }: Opened, to: string, more: object = {}) =>
  admin.client.rpc('step_return', { return_id: id, new_status: to, ...more });
const undo = ({ id }: Opened, undone: string) =>
  admin.client.rpc('undo_return_step', { return_id: id, undone_status: undone });

/** The return with its events, as the client sees it. */
async function seen({ client, id }: Opened) {
  const { data } = await client.client
    .from('tax_returns')
    .select('status, updated_at, approved_name, tax_return_events(to_status)')
    .eq('id', id)
    .single();
  return data;
}

const mailsTo = ({ client }: Opened) =>
  portal.database.query<{ status: string }>(
    `select status from public.email_queue where recipient = $1 and letter = 'return_status'`,
    [client.email.toLowerCase()],
  );
const tasksOf = ({ client }: Opened) =>
  portal.database.query<{ kind: string; is_open: boolean }>(
    'select kind, done_at is null as is_open from public.tasks where client_id = $1 order by kind',
    [client.id],
  );

test.each([
  ['not started', {}, 'not_started', 0],
  ['not started, even if an email is wanted', { email_client: true }, 'not_started', 0],
  ['waiting for documents', { first_status: 'waiting_for_documents' }, 'waiting_for_documents', 0],
  [
    'waiting for documents, with an email',
    { first_status: 'waiting_for_documents', email_client: true },
    'waiting_for_documents',
    1,
  ],
] as const)('a return opens as %s', async (_title, more, status, mails) => {
  const one = await open(more);
  expect(await seen(one)).toMatchObject({ status, tax_return_events: [{ to_status: status }] });
  expect(await mailsTo(one)).toHaveLength(mails);
});

test('a return doesn’t open with a status that may not be so', async () => {
  const client = await createPerson(portal);
  const wanted = { client_id: client.id, return_year: 2025, return_kind: 'personal' };
  const { error } = await admin.client.rpc('start_return', { ...wanted, first_status: 'documents_received' });
  expect(error?.code).toBe('23514');
});

test('a step that staff don’t want to email mails nothing', async () => {
  const one = await open();
  expect((await step(one, 'documents_received', { email_client: false })).error).toBeNull();
  expect(await mailsTo(one)).toEqual([]);
});

test('undoing a step takes its event and its mail away, and the return is as old as before', async () => {
  const one = await open();
  const before = await seen(one);
  await step(one, 'waiting_for_documents', { note: 'Your W-2' });
  expect(await mailsTo(one)).toHaveLength(1);
  expect((await undo(one, 'waiting_for_documents')).data).toMatchObject({ status: 'not_started' });
  expect(await seen(one)).toEqual(before);
  expect(await mailsTo(one)).toEqual([]);
  const log = await portal.database.query(
    `select actor_id, details ->> 'from' as undone from public.audit_log where action = 'return.step_undone' and subject_id = $1`,
    [one.client.id],
  );
  expect(log).toEqual([{ actor_id: admin.id, undone: 'waiting_for_documents' }]);
  // Once only.
  expect((await undo(one, 'waiting_for_documents')).error?.message).toBe('This step can’t be undone anymore');
});

test('undoing a step gives an approval back, and the tasks of the rules', async () => {
  const one = await open();
  const set = (status: string) =>
    portal.database.query(
      `update public.tax_returns set status = $2, approved_name = 'Rosa Delgado', paid_at = now() where id = $1`,
      [one.id, status],
    );
  await portal.database.query(
    `insert into public.tasks (kind, client_id, year, return_id) values ('approved', $1, 2025, $2)`,
    [one.client.id, one.id],
  );
  await set('approved');
  await step(one, 'in_preparation');
  expect(await seen(one)).toMatchObject({ approved_name: null });
  expect(await tasksOf(one)).toEqual([{ kind: 'approved', is_open: false }]);
  await undo(one, 'in_preparation');
  expect(await seen(one)).toMatchObject({ status: 'approved', approved_name: 'Rosa Delgado' });
  expect(await tasksOf(one)).toEqual([{ kind: 'approved', is_open: true }]);

  await set('e_filed');
  await step(one, 'rejected');
  expect(await tasksOf(one)).toContainEqual({ kind: 'rejected', is_open: true });
  await undo(one, 'rejected');
  expect((await tasksOf(one)).map(({ kind }) => kind)).toEqual(['approved']);
  expect(await seen(one)).toMatchObject({ status: 'e_filed' });
});

test('a step is not undone once its mail was taken, another step followed, or a minute went by', async () => {
  const one = await open();
  await step(one, 'in_preparation');
  await hurryMails(portal, one.client.email);
  await portal.mailTo(one.client.email, ({ subject }) => subject === 'We’re preparing your return');
  expect((await undo(one, 'in_preparation')).error?.message).toBe(
    'The email is on its way already, so this step can’t be undone',
  );
  await step(one, 'waiting_for_documents');
  await step(one, 'in_preparation', { email_client: false });
  expect((await undo(one, 'waiting_for_documents')).error?.code).toBe('23514');
  await portal.database.query(
    `update nutmeg.undoable_steps s set taken_at = now() - interval '61 seconds'
     from public.tax_return_events e where e.id = s.event_id and e.return_id = $1`,
    [one.id],
  );
  expect((await undo(one, 'in_preparation')).error?.message).toBe('This step can’t be undone anymore');
  expect(await seen(one)).toMatchObject({ status: 'in_preparation' });
});

test('while the mail worker takes mails, each step is mailed or undone, never both', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => open()));
  await Promise.all(all.map((one) => step(one, 'in_preparation')));
  const outcomes = await Promise.all(
    all.map(async (one, at) => {
      const taken = hurryMails(portal, one.client.email);
      // For every other one, the worker comes first.
      if (at % 2 === 0) await taken;
      const { error } = await undo(one, 'in_preparation');
      await taken;
      return { one, undone: error === null };
    }),
  );
  for (const { one, undone } of outcomes) {
    expect((await seen(one))?.status).toBe(undone ? 'not_started' : 'in_preparation');
    if (undone) expect(await mailsTo(one)).toEqual([]);
    else await portal.mailTo(one.client.email, ({ subject }) => subject === 'We’re preparing your return');
  }
  const mailed = (await portal.mails()).filter(({ subject }) => subject === 'We’re preparing your return');
  const addresses = mailed.flatMap(({ to = [] }) => to.map(({ address }) => address));
  for (const { one, undone } of outcomes)
    if (undone) expect(addresses).not.toContain(one.client.email.toLowerCase());
});
