import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { mergeClients, namesIn, previewOf, textOf, upload } from '../support/merges.ts';
import { DOCUMENTS } from '../support/storage.ts';

const portal = portalForFile();
let clerk: Person;
/** The same woman with two logins: what rosa has moves to maria. */
let rosa: Person;
let maria: Person;
/** Helps rosa. */
let helper: Person;
const { year } = officeDay(new Date(), 'America/New_York');

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'super' });
});
beforeEach(async () => {
  [rosa, maria, helper] = await Promise.all([
    createPerson(portal),
    createPerson(portal),
    createPerson(portal),
  ]);
});

const merge = () => mergeClients(portal.url, clerk.client, { source: rosa.id, target: maria.id });
const submit = ({ client, id }: Person, more: object = {}) =>
  client
    .from('tax_forms')
    .insert({ user_id: id, year, form_data: { ...newClientForm, ...more } })
    .throwOnError();
const rowsOf = async (table: string, id: string) =>
  (await clerk.client.from(table).select('*').eq('user_id', id).throwOnError()).data ?? [];
const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  portal.database.query<Row & Record<string, unknown>>(sql, values);
const startReturn = (client_id: string, return_kind = 'personal') =>
  clerk.client.rpc('start_return', { client_id, return_year: year, return_kind }).throwOnError();
const note = (user_id: string, body: string) =>
  clerk.client.from('client_notes').insert({ user_id, body }).throwOnError();
const bytesOf = async (id: string) =>
  Number(
    (await query<{ bytes: string }>('select bytes from nutmeg.storage_use where owner_id = $1', [id]))[0]
      ?.bytes,
  );

describe('merging two clients', () => {
  test('moves documents, and everyone reads them by their new keys', async () => {
    await upload(rosa, `${rosa.id}/2025/w2.txt`, 'w2 of rosa');
    await upload(rosa, `${rosa.id}/2025/same.txt`, 'same of rosa');
    await upload(rosa, `${rosa.id}/gone.txt`, 'gone');
    await clerk.client.storage.from(DOCUMENTS).remove([`${rosa.id}/gone.txt`]);
    await upload(maria, `${maria.id}/2025/same.txt`, 'same of maria');
    const [used, free] = [await bytesOf(rosa.id), await bytesOf(maria.id)];
    expect((await previewOf(clerk.client, rosa.id, maria.id)).moves).toMatchObject({
      documents: 2,
      renamed: 1,
      trashed: 1,
    });
    expect(await merge()).toMatchObject({ status: 200 });

    expect(await textOf(maria, `${maria.id}/2025/w2.txt`)).toBe('w2 of rosa');
    expect(await textOf(rosa, `${maria.id}/2025/w2.txt`)).toBe('w2 of rosa');
    expect(await textOf(maria, `${maria.id}/2025/same.txt`)).toBe('same of maria');
    const names = await namesIn(maria, `${maria.id}/2025`);
    const renamed = names.find((name) => /^same_[a-z0-9]{4}\.txt$/.test(name));
    expect(names.toSorted()).toEqual(['same.txt', renamed, 'w2.txt'].toSorted());
    expect(await textOf(maria, `${maria.id}/2025/${renamed}`)).toBe('same of rosa');
    expect(await namesIn(rosa, `${rosa.id}/2025`)).toEqual([]);
    expect(await rowsOf('file_uploads', rosa.id)).toEqual([]);
    expect(await bytesOf(maria.id)).toBe(used + free);
    expect(await bytesOf(rosa.id)).toBe(0);
    // The trash has moved, too, and can be restored there.
    const trashed = await clerk.client.from('trashed_documents').select('id').eq('owner_id', maria.id);
    await clerk.client.rpc('restore_documents', { document_ids: trashed.data?.map(({ id }) => id) });
    expect(await textOf(maria, `${maria.id}/gone.txt`)).toBe('gone');
    const { data: record } = await maria.client
      .from('document_events')
      .select('action, via')
      .eq('path', '2025/w2.txt');
    expect(record).toContainEqual({ action: 'uploaded', via: 'another_client' });
  });

  test('refuses what staff or members write for the source afterwards', async () => {
    expect(await merge()).toMatchObject({ status: 200 });
    const staff = clerk.client;
    const answers = await Promise.all([
      staff.rpc('start_return', { client_id: rosa.id, return_year: year, return_kind: 'personal' }),
      staff.rpc('request_document', { client_id: rosa.id, list_year: year, item_title: 'Form 1095-A' }),
      staff.rpc('send_client_letter', {
        client_id: rosa.id,
        letter_template: 'message',
        staff_note: 'Hello',
      }),
      staff.from('client_notes').insert({ user_id: rosa.id, body: 'Called' }),
      staff.rpc('save_client_member', {
        client_id: rosa.id,
        member_id: helper.id,
        relation: 'helper',
        rights: ['see'],
      }),
      staff.rpc('invite_to_client', {
        invitation_id: crypto.randomUUID(),
        client_id: rosa.id,
        relation: 'helper',
        rights: ['see'],
        person_name: 'Ben',
        question: 'zip',
        answer: '06120',
      }),
    ]);
    expect(answers.map(({ error }) => error?.code)).toEqual(Array(6).fill('42501'));
  });

  test('keeps documents as sent by the client, and as new for staff', async () => {
    await upload(rosa, `${rosa.id}/seen.txt`, 'seen');
    const [seen] = await rowsOf('file_uploads', rosa.id);
    await clerk.client.rpc('mark_documents_seen', { document_ids: [seen?.id] }).throwOnError();
    await upload(rosa, `${rosa.id}/w2.txt`, 'w2');
    await upload(clerk, `${rosa.id}/letter.txt`, 'from the office');
    expect(await merge()).toMatchObject({ status: 200 });
    const rows = await rowsOf('file_uploads', maria.id);
    expect(rows.map(({ file_name, by_client }) => [file_name, by_client]).sort()).toEqual([
      ['letter.txt', false],
      ['seen.txt', true],
      ['w2.txt', true],
    ]);
    const [facts] = (
      await clerk.client.rpc('client_overviews', {
        client_ids: [maria.id],
        list_year: year,
        new_files_since: '2020-01-01',
      })
    ).data;
    expect(facts).toMatchObject({ user_id: maria.id, new_files: 1, files: 3 });
    const recent = clerk.client.rpc('list_clients', { new_files_since: '2020-01-01' }, { get: true });
    expect((await recent.eq('user_id', maria.id)).data).toHaveLength(1);
  });

  test('moves forms with their sealed answers, and leaves one of a year that both have', async () => {
    await submit(rosa);
    await rosa.client
      .from('tax_form_drafts')
      .insert({ user_id: rosa.id, year, form_data: newClientForm, version: 1 })
      .throwOnError();
    const [before] = await rowsOf('tax_forms', rosa.id);
    expect((await previewOf(clerk.client, rosa.id, maria.id)).moves).toMatchObject({ forms: 1, drafts: 1 });
    expect(await merge()).toMatchObject({ status: 200 });
    const form = await maria.client.from('tax_forms').select('*').eq('user_id', maria.id).single();
    expect(form.data).toMatchObject({ id: before.id, submitted_at: before.submitted_at, year });
    expect(form.data.form_data.ssn).toBe(newClientForm.ssn);
    const draft = await maria.client
      .from('tax_form_drafts')
      .select('form_data')
      .eq('user_id', maria.id)
      .single();
    expect(draft.data?.form_data).toMatchObject({ ssn: newClientForm.ssn });
    const revealed = await clerk.client.rpc('reveal_tax_form', { form_id: before.id, reason: 'To compare' });
    expect(revealed.data).toMatchObject({ ssn: newClientForm.ssn });
    expect(await rowsOf('tax_forms', rosa.id)).toEqual([]);

    // The helper's own client has a form of this year already.
    await submit(helper, { firstName: 'Helen' });
    const conflicting = await previewOf(clerk.client, helper.id, maria.id);
    expect(conflicting).toMatchObject({ moves: { forms: 0 }, stays: { forms: [year] } });
    await mergeClients(portal.url, clerk.client, { source: helper.id, target: maria.id });
    expect(await rowsOf('tax_forms', maria.id)).toHaveLength(1);
    expect(await rowsOf('tax_forms', helper.id)).toHaveLength(1);
    const left = await helper.client
      .from('tax_forms')
      .select('id, form_data')
      .eq('user_id', helper.id)
      .single();
    expect(left.data?.form_data.firstName).toBe('Helen');
    const still = await clerk.client.rpc('reveal_tax_form', { form_id: left.data?.id, reason: 'To compare' });
    expect(still.data).toMatchObject({ ssn: newClientForm.ssn });
  });

  test('moves returns, checklist, notes, and letters, with their times', async () => {
    await upload(rosa, `${rosa.id}/w2.txt`);
    const { data: opened } = await startReturn(rosa.id);
    await startReturn(rosa.id, 'business');
    await startReturn(maria.id, 'business');
    const w2 = await rowsOf('file_uploads', rosa.id);
    await upload(rosa, `${rosa.id}/business.txt`);
    await query(
      `update public.tax_returns set document_id = f.id from public.file_uploads f
       where f.file_path = $1 || '/business.txt' and tax_returns.user_id = f.user_id and kind = 'business'`,
      [rosa.id],
    );
    const [document] = w2;
    const answer = (by: Person, item: string, documents: string[]) =>
      by.client
        .rpc('answer_checklist_item', {
          list_year: year,
          list_item: item,
          new_state: documents.length > 0 ? 'sent' : 'not_available',
          document_ids: documents,
          why: 'None',
          client_id: by.id,
        })
        .throwOnError();
    await answer(rosa, 'w2', [document.id]);
    await answer(rosa, '1099', []);
    await answer(maria, 'w2', []);
    await note(rosa.id, 'Prefers calls');
    expect(await previewOf(clerk.client, rosa.id, maria.id)).toMatchObject({
      moves: { returns: 1, notes: 1 },
      stays: { returns: [{ year, kind: 'business' }] },
    });
    expect(await merge()).toMatchObject({ status: 200 });
    const returns = await rowsOf('tax_returns', maria.id);
    expect(returns.map(({ kind }) => kind).toSorted()).toEqual(['business', 'personal']);
    expect(returns.find(({ id }) => id === opened.id)?.updated_at).toBe(opened.updated_at);
    expect(await rowsOf('tax_returns', rosa.id)).toMatchObject([{ kind: 'business' }]);
    expect(await textOf(clerk, `${rosa.id}/business.txt`)).toBeDefined();
    expect(
      (await maria.client.from('tax_return_events').select('id').eq('return_id', opened.id)).data,
    ).toHaveLength(1);
    const items = await rowsOf('checklist_items', maria.id);
    expect(items.map(({ item, state }) => [item, state]).toSorted()).toEqual([
      ['1099', 'not_available'],
      ['w2', 'not_available'],
    ]);
    const kept = items.find(({ item }) => item === 'w2');
    expect(await rowsOf('checklist_documents', maria.id)).toMatchObject([
      { item_id: kept.id, document_id: document.id },
    ]);
    expect(await rowsOf('client_notes', maria.id)).toMatchObject([{ body: 'Prefers calls' }]);
  });

  test('fills in empty details, and adds tags and contacts', async () => {
    const contact = { relation: 'mother', first_name: 'Ana' };
    const save = (client_id: string, details: object) =>
      clerk.client
        .from('client_details')
        .upsert({ client_id, ...details })
        .throwOnError();
    await save(rosa.id, {
      addresses: [{ street: '1 Elm' }],
      tags: ['early', 'vip'],
      contacts: [contact],
      client_since: '2019-01-01',
      tax_id_last4: '1234',
      preparer_id: clerk.id,
    });
    await save(maria.id, { tags: ['vip', 'mail'], client_since: '2021-05-05' });
    await merge();
    const details = await clerk.client.from('client_details').select('*').eq('client_id', maria.id).single();
    expect(details.data).toMatchObject({
      addresses: [{ street: '1 Elm' }],
      tags: ['vip', 'mail', 'early'],
      contacts: [contact],
      client_since: '2021-05-05',
      tax_id_last4: '1234',
      preparer_id: clerk.id,
      archived_at: null,
    });
  });
});

/** What a merge does with each table that names a client. A new table needs a line here. */
const decisions = {
  'moves, and comes back': [
    'public.billing_accounts public.checklist_documents public.checklist_items public.client_dates',
    'public.client_details public.client_letters public.client_members public.client_notes',
    'public.client_tax_numbers public.file_uploads public.invoices public.ledger_transactions public.ledger_entries',
    'public.signature_fields public.signature_requests public.signers public.signing_consents public.tasks',
    'public.tax_form_drafts public.tax_forms public.tax_return_events public.tax_returns',
    'public.thread_attachments public.thread_messages public.thread_reads public.trashed_documents',
    'public.used_documents public.user_profiles storage.objects nutmeg.storage_use nutmeg.text_consents',
  ],
  'belongs to a login, not to a client': [
    'public.appointments public.saved_views public.staff_preferences storage.buckets',
    'nutmeg.email_corrections nutmeg.form_prints nutmeg.invitation_misses nutmeg.task_feeds',
  ],
  'records what was done with the client of that time': [
    'public.bulk_job_clients public.document_events public.unmatched_payments nutmeg.imported_clients',
    'nutmeg.client_deletions',
    'public.tax_consents nutmeg.consented_helpers nutmeg.document_edits nutmeg.reminders nutmeg.thread_mails nutmeg.client_invitations',
  ],
  'is worked out again, or for a moment only': [
    'nutmeg.archive_links nutmeg.findings nutmeg.last_uploads nutmeg.client_search nutmeg.lists_to_check nutmeg.case_visits',
    'nutmeg.reminder_choices nutmeg.reminder_rounds nutmeg.unserved_clients nutmeg.desk_clients nutmeg.desk_returns',
    'nutmeg.document_counts nutmeg.last_reminders',
  ],
};

test('every table of a client has a decision', async () => {
  const tables = await query<{ name: string }>(
    `select distinct table_schema || '.' || c.table_name as name
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and table_schema in ('public', 'nutmeg', 'storage')
       and c.column_name in ('client_id', 'user_id', 'owner_id')`,
  );
  const decided = Object.values(decisions)
    .flat()
    .flatMap((line) => line.split(' '));
  expect(tables.map(({ name }) => name).toSorted()).toEqual(decided.toSorted());
});
