import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ChecklistState } from '#contract/checklist-state.ts';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm, plantedAnswers } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { order } from '../support/archives.ts';
import { subscribe } from '../support/realtime.ts';
import { DOCUMENTS, tokenOf } from '../support/storage.ts';
import { begun, patch } from '../support/tus.ts';

const { year } = officeDay(new Date(), 'America/New_York');
/** In a note, a document, and an answer of Maria's. */
const PLANTED = 'planted-4e7b';

const portal = portalForFile();
let maria: Person;
let clerk: Person;
let desk: Person;
let superUser: Person;
let formId: string;
let key: string;

beforeAll(async () => {
  [maria, clerk, desk, superUser] = await Promise.all([
    createPerson(portal, { data: { first_name: 'Maria', last_name: 'Lopez' } }),
    createPerson(portal, { role: 'admin' }),
    createPerson(portal, { role: 'reception', data: { first_name: 'Ruth', last_name: 'Vega' } }),
    createPerson(portal, { role: 'super' }),
  ]);
  const form = await maria.client
    .from('tax_forms')
    .insert({ user_id: maria.id, year, form_data: { ...newClientForm, occupation: PLANTED } })
    .select('id')
    .single()
    .throwOnError();
  formId = form.data.id;
  key = `${maria.id}/w2.txt`;
  const sent = await maria.client.storage
    .from(DOCUMENTS)
    .upload(key, new Blob([PLANTED], { type: 'text/plain' }));
  if (sent.error) throw sent.error;
  await clerk.client.from('client_notes').insert({ user_id: maria.id, body: PLANTED }).throwOnError();
});

async function call(by: Person, path: string, body?: object): Promise<{ status: number; text: string }> {
  const response = await fetch(portal.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(by.client)}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

describe('a call to the office', () => {
  test('is answered: the client, what is missing, an appointment, and a message', async () => {
    const found = await desk.client.rpc('list_clients', { term: 'Lopez' }).throwOnError();
    expect(found.data).toContainEqual(expect.objectContaining({ user_id: maria.id, email: maria.email }));
    const missing = await checklistOf(maria.id);
    expect(missing.lines).toContainEqual({ place: 0, title: 'Photo ID', if_any: false, state: 'open' });
    const day = new Date(Date.now() + 40 * 86_400_000);
    day.setUTCHours(15, 0, 0, 0);
    const booked = await desk.client
      .rpc('add_appointment', {
        client_name: 'Maria Lopez',
        client_phone: '2035550101',
        client_email: maria.email,
        new_start: day.toISOString(),
      })
      .throwOnError();
    expect(booked.data).toMatchObject({ user_id: maria.id, status: 'confirmed' });
    await desk.client
      .rpc('write_to_client', { message_id: randomUUID(), client_id: maria.id, body: 'See you then.' })
      .throwOnError();
    const { data: thread } = await maria.client.from('thread_messages').select('side, author_name, body');
    expect(thread).toEqual([{ side: 'office', author_name: 'Ruth', body: 'See you then.' }]);
    // The office booked it, so it isn't told.
    const notices = await portal.database.query(
      `select from public.email_queue where letter = 'appointment_notice' and facts ->> 'appointment_id' = $1`,
      [booked.data.id],
    );
    expect(notices).toEqual([]);
  });

  test('changes state, with the state that a client’s documents have', async () => {
    await maria.client
      .rpc('answer_checklist_item', {
        list_year: year,
        list_item: 'w-2',
        new_state: 'not_available',
        why: PLANTED,
      })
      .throwOnError();
    const { lines } = await checklistOf(maria.id);
    expect(lines).toContainEqual(
      expect.objectContaining({ title: 'Your W-2 forms', state: 'not_available' }),
    );
  });
});

const pathOf = (client: string, more = '') =>
  `/functions/v1/checklist-state?client=${client}&year=${year}${more}`;

async function checklistOf(client: string): Promise<ChecklistState> {
  return JSON.parse((await call(desk, pathOf(client))).text);
}

describe('the state of a checklist', () => {
  test('has no answer, no reason, and no id from which a birth date can be found', async () => {
    const { text } = await call(desk, pathOf(maria.id));
    for (const answer of [...plantedAnswers, PLANTED]) expect(text).not.toContain(answer);
    const { lines } = JSON.parse(text) as ChecklistState;
    expect(new Set(lines.flatMap((line) => Object.keys(line)))).toEqual(
      new Set(['place', 'title', 'if_any', 'state']),
    );
  });

  test('is in the language that was asked for', async () => {
    const { text } = await call(desk, pathOf(maria.id, '&language=es'));
    expect(JSON.parse(text).lines[0].title).toBe('Identificación con foto');
  });

  test('is for staff, and asks for a client and a year', async () => {
    expect((await call(maria, pathOf(maria.id))).status).toBe(403);
    expect((await call(desk, pathOf('x'))).status).toBe(400);
    expect((await call(desk, `/functions/v1/checklist-state?client=${maria.id}&year=1`)).status).toBe(400);
    expect(await checklistOf(randomUUID())).toEqual({ is_form_sent: false, lines: [] });
  });
});

/** Of what staff may do, what would show or change papers. */
const refused: Record<string, () => PromiseLike<unknown>> = {
  'reveal an answer': () => desk.client.rpc('reveal_tax_answer', { form_id: formId, field: 'ssn' }),
  'reveal a whole form': () => desk.client.rpc('reveal_tax_form', { form_id: formId, reason: 'a call' }),
  'reveal a tax number': () =>
    desk.client.rpc('reveal_client_tax_number', { client_id: maria.id, reason: 'a call' }),
  'read a note': () => desk.client.from('client_notes').select('body'),
  'write a note': () => desk.client.from('client_notes').insert({ user_id: maria.id, body: 'x' }).select(),
  'find a note': () => desk.client.rpc('search_everything', { term: PLANTED }),
  'find a document': () => desk.client.rpc('search_everything', { term: 'w2.txt' }),
  'embed forms in the list': () => desk.client.rpc('list_clients', {}).select('user_id, tax_forms(*)'),
  'embed forms in a profile': () => desk.client.from('user_profiles').select('user_id, tax_forms(*)'),
  'embed documents in a message': () =>
    desk.client.from('thread_messages').select('id, thread_attachments(*, file_uploads(*))'),
  'act on many': () =>
    desk.client.rpc('start_bulk_job', {
      job_id: randomUUID(),
      job_kind: 'archive',
      client_ids: [maria.id],
      job_options: {},
    }),
  'preview an act on many': () =>
    call(desk, '/functions/v1/bulk-preview', {
      act: { kind: 'letter', options: { template: 'message', note: 'x' } },
      clientIds: [maria.id],
    }),
  'merge clients': () => desk.client.rpc('preview_client_merge', { source: maria.id, target: desk.id }),
  'read reminders': () => call(desk, `/functions/v1/reminders?client=${maria.id}`),
  'export the bills': () =>
    call(desk, '/functions/v1/billing-export', { from: '2026-01-01', to: '2026-12-31' }),
  'export the log': () => call(desk, '/functions/v1/log-export', {}),
  'export the consents': () => desk.client.rpc('export_tax_consents'),
  'let oneself in': () =>
    desk.client.rpc('save_client_member', {
      client_id: maria.id,
      member_id: desk.id,
      relation: 'helper',
      rights: ['see'],
    }),
  'promote oneself': () => desk.client.rpc('set_user_role', { target_user_id: desk.id, new_role: 'admin' }),
  'change the own role': () =>
    desk.client.from('user_profiles').update({ role: 'admin' }).eq('user_id', desk.id).select(),
  'invite an admin': () =>
    call(desk, '/auth/v1/office/invitations', {
      email: 'x@example.com',
      role: 'admin',
      first_name: 'X',
      last_name: 'Y',
    }),
  'fill in a form at the desk': () =>
    desk.client
      .from('tax_forms')
      .insert({ user_id: maria.id, year: year - 1, form_data: {} })
      .select(),
  'sign on paper': () => desk.client.rpc('approve_on_paper', { return_id: randomUUID(), signature: 'Maria' }),
};

test.each(Object.keys(refused))('reception can’t %s', async (name) => {
  const answer = JSON.stringify(await refused[name]?.());
  for (const secret of [...plantedAnswers, PLANTED, key, 'w2.txt', formId])
    expect(answer).not.toContain(secret);
  // What it asks for exists.
  expect(answer).not.toMatch(/PGRST20\d|"status":404|not found/);
  expect(answer).toMatch(/"status":(4\d\d)|"data":\[\]|"tax_forms":\[\]|"thread_attachments":\[\]/);
});

test('live changes tell reception of messages, but of no paper', async () => {
  const [papers, messages] = await Promise.all([
    subscribe(
      desk.client,
      ...['tax_forms', 'file_uploads', 'checklist_items', 'tax_returns', 'client_notes'].map((table) => ({
        table,
      })),
    ),
    subscribe(desk.client, { table: 'thread_messages', filter: `client_id=eq.${maria.id}` }),
  ]);
  await maria.client.storage
    .from(DOCUMENTS)
    .upload(`${maria.id}/id.txt`, new Blob(['id'], { type: 'text/plain' }));
  await maria.client
    .rpc('answer_checklist_item', {
      list_year: year,
      list_item: 'id',
      new_state: 'not_available',
      why: 'later',
    })
    .throwOnError();
  await maria.client
    .rpc('write_to_office', { message_id: randomUUID(), client_id: maria.id, body: 'Did you get it?' })
    .throwOnError();
  await messages.waitForEvent((one) => one.new.body === 'Did you get it?');
  expect(papers.events).toEqual([]);
});

test('a deleted block of the calendar is a live change for reception, a deleted task is none', async () => {
  const clerk = await createPerson(portal, { role: 'admin' });
  const day = { starts_at: '2199-03-04T15:00:00Z', ends_at: '2199-03-04T16:00:00Z' };
  const { data: block } = await desk.client
    .from('calendar_blocks')
    .insert(day)
    .select('id')
    .single()
    .throwOnError();
  const { data: task } = await clerk.client
    .from('tasks')
    .insert({ title: 'Call', owner_id: clerk.id })
    .select('id')
    .single()
    .throwOnError();
  const [blocks, tasks] = await Promise.all([
    subscribe(desk.client, { table: 'calendar_blocks' }),
    subscribe(desk.client, { table: 'tasks' }),
  ]);
  await portal.database.query('delete from public.tasks where id = $1', [task.id]);
  await clerk.client.from('calendar_blocks').delete().eq('id', block.id).throwOnError();
  await blocks.waitForEvent((one) => one.type === 'DELETE' && one.old.id === block.id);
  expect(tasks.events).toEqual([]);
});

describe('an admin who becomes reception', () => {
  test('opens nothing with what was begun before: links, a zip, and an upload', async () => {
    const person = await createPerson(portal, { role: 'admin' });
    const files = person.client.storage.from(DOCUMENTS);
    const { data: link } = await files.createSignedUrl(key, 600);
    const zip = await order(portal, person.client, maria.id, ['w2.txt']);
    const bearer = await tokenOf(person.client);
    const upload = await begun(portal, { bucket: DOCUMENTS, key: `${maria.id}/late.txt`, length: 4, bearer });
    const open = async () => (await fetch(link?.signedUrl ?? '')).status;
    expect(await open()).toBe(200);

    await superUser.client
      .rpc('set_user_role', { target_user_id: person.id, new_role: 'reception' })
      .throwOnError();
    expect(await open()).toBeGreaterThanOrEqual(400);
    const answer = await fetch(portal.url + zip.url);
    expect(await answer.text()).not.toContain(PLANTED);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await patch(portal, upload, 0, Buffer.from('late'), { bearer })).status).toBeGreaterThanOrEqual(
      400,
    );
    expect((await files.download(key)).data).toBeNull();
    // The rest of the work goes on.
    const { data } = await person.client.from('user_profiles').select('user_id').eq('user_id', maria.id);
    expect(data).toHaveLength(1);
  });

  test('loses what waits: invitations to clients, and the address of the task feed', async () => {
    const person = await createPerson(portal, { role: 'admin' });
    const { data: secret } = await person.client.rpc('renew_task_feed').throwOnError();
    const feed = async () =>
      (await fetch(`${portal.url}/functions/v1/task-feed?key=${encodeURIComponent(secret)}`)).status;
    expect(await feed()).toBe(200);
    await portal.database.query(`select public.change_role($1, 'reception', $2)`, [person.id, superUser.id]);
    expect(await feed()).toBe(404);
  });

  test('is offered no client and no task', async () => {
    const { error } = await clerk.client.from('tasks').insert({ title: 'Call back', owner_id: desk.id });
    expect(error?.code).toBe('23514');
    const assigned = await clerk.client
      .from('client_details')
      .upsert({ client_id: maria.id, preparer_id: desk.id });
    expect(assigned.error?.code).toBe('23514');
  });
});

test('reception keeps its own documents, under its role in the record', async () => {
  const files = desk.client.storage.from(DOCUMENTS);
  const sent = await files.upload(`${desk.id}/mine.txt`, new Blob(['mine'], { type: 'text/plain' }));
  expect(sent.error).toBeNull();
  expect((await files.download(`${desk.id}/mine.txt`)).error).toBeNull();
  const { data } = await desk.client.from('document_events').select('action, actor_role');
  expect(data).toContainEqual({ action: 'uploaded', actor_role: 'reception' });
});
