import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { officeOf, threadPage } from '../support/conversation.ts';

const YEAR = 2026;
const portal = portalForFile();
let admin: Person;
let client: Person;
let documentId: string;
beforeAll(async () => {
  [admin, client] = await Promise.all([createPerson(portal, { role: 'admin' }), createPerson(portal)]);
  const key = `${client.id}/w2.txt`;
  const { error } = await client.client.storage
    .from('user-documents')
    .upload(key, new Blob(['wages'], { type: 'text/plain' }));
  expect(error).toBeNull();
  const { data } = await client.client.from('file_uploads').select('id').eq('file_path', key).single();
  documentId = data?.id;
});

const answer = (item: string, state: string, more: object = {}) =>
  client.client.rpc('answer_checklist_item', { list_year: YEAR, list_item: item, new_state: state, ...more });
const review = (item: string, state: string, more: object = {}) =>
  admin.client.rpc('review_checklist_item', {
    client_id: client.id,
    list_year: YEAR,
    list_item: item,
    new_state: state,
    ...more,
  });

test('clients assign a file to an item, and staff confirm it', async () => {
  expect((await answer('w2', 'sent', { document_ids: [documentId, documentId] })).data).toMatchObject({
    item: 'w2',
    state: 'sent',
  });
  const { data: ticked } = await admin.client
    .from('checklist_documents')
    .select('document_id')
    .eq('user_id', client.id);
  expect(ticked).toEqual([{ document_id: documentId }]);
  expect((await review('w2', 'confirmed')).data).toMatchObject({ state: 'confirmed' });
  const late = await answer('w2', 'not_available', { why: 'I was wrong' });
  expect(late.error?.message).toBe('Our office has already confirmed this');
});

test('an item without a file needs a reason', async () => {
  expect((await answer('prior-return', 'not_available')).error?.message).toBe(
    'Please tell us why you don’t have it',
  );
  expect(
    (await answer('prior-return', 'not_available', { why: '  I lost it in the move  ' })).error,
  ).toBeNull();
  const { data } = await admin.client
    .from('checklist_items')
    .select('state, reason')
    .eq('user_id', client.id)
    .eq('item', 'prior-return')
    .single();
  expect(data).toEqual({ state: 'not_available', reason: 'I lost it in the move' });
});

test('staff can request items again and add items, with a mail', async () => {
  await answer('photo-id', 'sent', { document_ids: [documentId] });
  await review('photo-id', 'asked_again', { staff_note: 'The picture is too dark.', item_title: 'Photo ID' });
  const again = await portal.mailTo(client.email, (mail) => (mail.text ?? '').includes('Photo ID'));
  expect(again.subject).toBe('We need one more document');
  expect(again.text).toContain('The picture is too dark.');

  const { data: asked } = await admin.client.rpc('request_document', {
    client_id: client.id,
    list_year: YEAR,
    item_title: 'Letter 6419 of the IRS',
  });
  await portal.mailTo(client.email, (mail) => (mail.text ?? '').includes('Letter 6419 of the IRS'));
  expect((await answer(asked.item, 'sent', { document_ids: [documentId] })).data).toMatchObject({
    title: 'Letter 6419 of the IRS',
    state: 'sent',
  });
  expect((await answer('asked:nothing', 'not_available', { why: 'No' })).error?.message).toBe(
    'No one has asked for this document',
  );
});

test('a second try of a request, after a lost answer, mails no one', async () => {
  const { email, id } = await createPerson(portal);
  const of = { client_id: id, list_year: YEAR };
  const request = { ...of, item_title: 'Letter 6419', staff_note: 'Page 1' };
  const again = { ...of, list_item: 'w2', new_state: 'asked_again', item_title: 'W-2' };
  const oftenAtOnce = async (name: string, more: object) => {
    const once = () => admin.client.rpc(name, more).throwOnError();
    const answers = await Promise.all([once(), once(), once()]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  };
  await oftenAtOnce('request_document', { ...request, item_id: randomUUID() });
  await oftenAtOnce('review_checklist_item', again);
  await oftenAtOnce('review_checklist_item', { ...again, staff_note: 'All pages' });
  const items = await admin.client.from('checklist_items').select('item').eq('user_id', id).throwOnError();
  expect(items.data).toHaveLength(2);
  const mails = () =>
    portal.database.query(
      `select id from public.email_queue where recipient = lower($1) and letter = 'document_request'`,
      [email],
    );
  expect(await mails()).toHaveLength(3);

  // Asked again later, it is no second try.
  await portal.database.query(
    `insert into public.checklist_items (user_id, year, item, state, updated_at)
     values ($1, $2, 'w2', 'asked_again', now() - interval '11 minutes')`,
    [id, YEAR - 1],
  );
  await oftenAtOnce('review_checklist_item', { ...again, list_year: YEAR - 1 });
  expect(await mails()).toHaveLength(4);
});

test('only own files can be assigned, and deleted files are removed', async () => {
  const other = await createPerson(portal);
  const key = `${other.id}/theirs.txt`;
  await other.client.storage.from('user-documents').upload(key, new Blob(['x'], { type: 'text/plain' }));
  const { data: theirs } = await other.client.from('file_uploads').select('id').single();
  const stolen = await answer('1099', 'sent', { document_ids: [theirs?.id] });
  expect(stolen.error).toMatchObject({ code: '42501' });

  await other.client.rpc('answer_checklist_item', {
    list_year: YEAR,
    list_item: 'w2',
    new_state: 'sent',
    document_ids: [theirs?.id],
  });
  await admin.client.storage.from('user-documents').remove([key]);
  const { data: left } = await admin.client
    .from('checklist_documents')
    .select('document_id')
    .eq('user_id', other.id);
  expect(left).toEqual([]);
});

const write = (more: object) =>
  admin.client.rpc('send_client_letter', {
    client_id: client.id,
    letter_template: 'document_request',
    ...more,
  });

test('rejects a letter that could not be rendered', async () => {
  for (const item of ['x'.repeat(201), '  ', null]) {
    expect((await write({ letter_items: ['W-2', item] })).error?.message).toBe(
      'Each document needs a name of 1 to 200 characters',
    );
  }
  // Each is one character in the database and two UTF-16 units in JavaScript.
  expect((await write({ letter_items: ['💌'.repeat(200)] })).error).toBeNull();
  await portal.mailTo(client.email, ({ text }) => text?.includes('💌') === true);
});

test('limits letters by staff to twenty an hour per mailbox', async () => {
  const { email, id } = await createPerson(portal);
  const rpc = (name: string, more: object) => admin.client.rpc(name, more);
  const request = () => rpc('request_document', { client_id: id, list_year: YEAR, item_title: 'Form 1099' });
  const letter = () => rpc('send_client_letter', { client_id: id, letter_template: 'form_reminder' });
  const item = { client_id: id, list_year: YEAR, list_item: 'w2', item_title: 'W-2' };
  // What was asked for in the same words before mails no one.
  const askAgain = () =>
    rpc('review_checklist_item', { ...item, new_state: 'asked_again', staff_note: randomUUID() });
  const { data: opened, error } = await rpc('start_return', {
    client_id: id,
    return_year: 2025,
    return_kind: 'personal',
    first_status: 'waiting_for_documents',
    email_client: true,
  });
  expect(error).toBeNull();
  const step = (new_status: string) => rpc('step_return', { return_id: opened.id, new_status });
  for (let n = 0; n < 4; n++) {
    expect((await request()).error).toBeNull();
    expect((await letter()).error).toBeNull();
    expect((await askAgain()).error).toBeNull();
    expect((await step(n % 2 === 0 ? 'documents_received' : 'waiting_for_documents')).error).toBeNull();
  }
  // With the first one there were seventeen, so three of five concurrent ones are sent.
  const last = await Promise.all(Array.from({ length: 5 }, request));
  expect(last.filter(({ error }) => error === null)).toHaveLength(3);
  const refused = { status: 429, error: { code: 'PT429' } };
  for (const act of [request, letter, () => step('in_preparation'), askAgain]) {
    expect(await act()).toMatchObject(refused);
  }
  const { data: left } = await admin.client.from('tax_returns').select('status').eq('id', opened.id).single();
  expect(left).toEqual({ status: 'waiting_for_documents' });
  const queued = () =>
    portal.database.query<{ n: number }>(
      'select count(*)::int as n from public.email_queue where recipient = lower($1)',
      [email],
    );
  expect(await queued()).toEqual([{ n: 20 }]);
  // Actions without a letter still work, and all others an hour later.
  expect((await rpc('review_checklist_item', { ...item, new_state: 'confirmed' })).error).toBeNull();
  await portal.database.query(`update nutmeg.staff_letters set written_at = written_at - interval '1 hour'`);
  expect((await request()).error).toBeNull();
});

test('a letter that asks for several documents marks the lines that it names', async () => {
  const other = await createPerson(portal);
  const asked = await admin.client
    .rpc('request_document', { client_id: other.id, list_year: YEAR, item_title: 'The lease' })
    .throwOnError();
  const letter = (items: string[], lines: string[], template = 'document_request') =>
    admin.client.rpc('send_client_letter', {
      client_id: other.id,
      letter_template: template,
      letter_items: items,
      list_year: YEAR,
      list_items: lines,
    });
  const titles = ['Your W-2 forms', 'The lease', 'Photo ID', 'Another paper'];
  expect((await letter(titles, ['w-2', asked.data.item, 'photo-id', 'asked:nothing'])).error).toBeNull();
  await portal.mailTo(other.email, ({ text = '' }) => titles.every((title) => text.includes(title)));
  const { data } = await other.client.from('checklist_items').select('item, title, state').order('item');
  expect(data).toEqual([
    { item: asked.data.item, title: 'The lease', state: 'asked_again' },
    { item: 'photo-id', title: null, state: 'asked_again' },
    { item: 'w-2', title: null, state: 'asked_again' },
  ]);
  expect((await letter(['Photo ID'], ['photo-id', 'w-2'])).error?.code).toBe('23514');
  expect((await letter(['Photo ID'], ['photo-id'], 'form_reminder')).error?.code).toBe('23514');
});

test('a document that is typed into a letter becomes one line of the list, which the client can answer', async () => {
  const other = await createPerson(portal);
  const letter = (letter_items: string[], more: object = { list_year: YEAR }) =>
    admin.client
      .rpc('send_client_letter', {
        client_id: other.id,
        letter_template: 'document_request',
        letter_items,
        ...more,
      })
      .throwOnError();
  const lines = async () =>
    (
      await other.client
        .from('checklist_items')
        .select('year, item, title, state')
        .order('title')
        .throwOnError()
    ).data ?? [];
  await letter(['Photo ID', ' The lease', 'the lease ', 'A voided check'], {
    list_year: YEAR,
    list_items: ['photo-id'],
  });
  const [check, lease, photo, ...more] = await lines();
  expect(more).toEqual([]);
  expect([check, lease, photo]).toMatchObject([
    { title: 'A voided check', state: 'open' },
    { title: 'The lease', state: 'open' },
    { item: 'photo-id', title: null, state: 'asked_again' },
  ]);
  const { data } = await other.client
    .rpc('answer_checklist_item', {
      list_year: YEAR,
      list_item: lease?.item,
      new_state: 'not_available',
      why: 'We own it',
    })
    .throwOnError();
  expect(data).toMatchObject({ title: 'The lease', state: 'not_available' });
  // Typed again, and one that was requested on its own.
  await admin.client
    .rpc('request_document', { client_id: other.id, list_year: YEAR, item_title: 'Form 1098' })
    .throwOnError();
  await Promise.all([letter(['THE LEASE', 'form 1098']), letter(['The lease', 'Letter 6419'])]);
  expect((await lines()).map(({ title, state }) => `${title} ${state}`)).toEqual([
    'A voided check open',
    'Form 1098 asked_again',
    'Letter 6419 open',
    'The lease asked_again',
    'null asked_again',
  ]);
  // A page of the release before names no year.
  await letter(['Letter 5071C'], {});
  const [office] = await portal.database.query('select nutmeg.office_year() as year');
  expect((await lines()).find(({ title }) => title === 'Letter 5071C')).toMatchObject({ ...office });
});

describe('a message about a line of the checklist', () => {
  const line = { about_item_year: 2025, about_item: 'w-2' };
  let maria: Person;
  beforeEach(async () => {
    maria = await createPerson(portal);
  });

  test('has it, before and after someone changed the line', async () => {
    await officeOf(admin).toClient(maria, 'Every page, please', line).throwOnError();
    await admin.client
      .rpc('review_checklist_item', {
        client_id: maria.id,
        list_year: 2025,
        list_item: 'w-2',
        new_state: 'confirmed',
      })
      .throwOnError();
    await officeOf(admin).toClient(maria, 'This one', line).throwOnError();
    expect(await threadPage(maria, maria.id)).toMatchObject([line, line]);
    const { data } = await maria.client.from('checklist_items').select('state').throwOnError();
    expect(data).toEqual([{ state: 'confirmed' }]);
  });

  test('has one that the office asked for', async () => {
    const { data: asked } = await admin.client
      .rpc('request_document', { client_id: maria.id, list_year: 2025, item_title: 'Lease' })
      .throwOnError();
    const lease = { about_item_year: 2025, about_item: asked.item };
    await officeOf(admin).toClient(maria, 'All pages, please', lease).throwOnError();
    expect(await threadPage(maria, maria.id)).toMatchObject([lease]);
  });

  test.each([
    ['that is no line', { about_item_year: 2025, about_item: 'W 2' }],
    ['that is too long', { about_item_year: 2025, about_item: 'w'.repeat(101) }],
    ['that the office never asked for', { about_item_year: 2025, about_item: 'asked:x' }],
  ])('%s is refused', async (_what, about) => {
    expect((await officeOf(admin).toClient(maria, 'Look', about)).error?.code).toBe('23514');
    expect(await threadPage(maria, maria.id)).toEqual([]);
  });

  test('shows nothing of it to reception, who can’t write one either', async () => {
    await officeOf(admin).toClient(maria, 'Every page, please', line).throwOnError();
    const desk = await createPerson(portal, { role: 'reception' });
    expect(await threadPage(desk, maria.id)).toMatchObject([
      { body: 'Every page, please', about_item_year: null, about_item: null },
    ]);
    const { data } = await desk.client.from('thread_messages').select('*').eq('client_id', maria.id);
    expect(JSON.stringify(data)).not.toContain('w-2');
    expect((await officeOf(desk).toClient(maria, 'Look', line)).error?.code).toBe('42501');
  });
});
