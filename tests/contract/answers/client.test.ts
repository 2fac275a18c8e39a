import { randomUUID } from 'node:crypto';
import { beforeAll, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { pdf } from '#tests/support/sample-documents.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { tokenOf } from '../support/storage.ts';
import { recordAnswers } from './recorder.ts';

const portal = portalForFile();
let clerk: Person;
beforeAll(async () => {
  const sam = { first_name: 'Sam', last_name: 'Clerk' };
  clerk = await createPerson(portal, { role: 'admin', data: sam });
});

test('what the pages of a client with a return, a bill, and documents ask for', async () => {
  const { record, compare } = recordAnswers(portal);
  const { id, client } = await createPerson(portal, { data: { first_name: 'Rosa', last_name: 'Delgado' } });
  const bearer = await tokenOf(client);
  const read = (name: string, request: string, query: string) => record(name, request, { query, bearer });
  const files = clerk.client.storage.from('user-documents');
  const post = async (name: string) => {
    const { error } = await files.upload(`${id}/2025/${name}`, new Blob([pdf(name).buffer]), {
      contentType: 'application/pdf',
    });
    if (error) throw error;
    const found = clerk.client
      .from('file_uploads')
      .select('id, sha256')
      .eq('file_path', `${id}/2025/${name}`);
    return (await found.single().throwOnError()).data as { id: string; sha256: string };
  };

  const document = await post('Return.pdf');
  const { data: taxReturn } = await clerk.client
    .rpc('start_return', { client_id: id, return_year: 2025, return_kind: 'personal' })
    .throwOnError();
  for (const new_status of ['in_preparation', 'waiting_for_documents', 'in_preparation', 'ready_for_review'])
    await clerk.client
      .rpc('step_return', {
        return_id: taxReturn.id,
        new_status,
        review_document_id: document.id,
        note: 'The 1099 of your second bank, please.',
      })
      .throwOnError();
  const own = `select=*&user_id=eq.${id}`;
  await read('returns', 'GET /rest/v1/tax_returns', own);
  await read('returnEvents', 'GET /rest/v1/tax_return_events', `${own}&order=id`);
  await read('document', `GET /rest/v1/file_uploads?id=eq.${document.id}`, 'select=*');

  const approve = (seen_sha256: string) => ({
    bearer,
    body: { return_id: taxReturn.id, signature: 'Rosa Delgado', seen_sha256 },
  });
  const request = 'POST /rest/v1/rpc/approve_return';
  await record('changed', request, approve('0'.repeat(64)));
  await record('approved', request, approve(document.sha256));
  await read('returnsApproved', 'GET /rest/v1/tax_returns', own);

  const invoice = randomUUID();
  const lines = [
    { kind: 'service', item: 'personal', description: 'Personal Taxes', quantity: 1, unit_cents: 12_050 },
  ];
  await clerk.client
    .rpc('save_invoice', { invoice_id: invoice, client_id: id, lines, due_on: '2030-01-31' })
    .throwOnError();
  await clerk.client.rpc('issue_invoice', { invoice_id: invoice }).throwOnError();
  const bills = `select=*,invoice_lines(*),installments(*)&client_id=eq.${id}`;
  await read('invoices', 'GET /rest/v1/invoices', bills);
  await record('cardPayments', 'GET /functions/v1/pay-invoice', { bearer });

  await files.move(`${id}/2025/Return.pdf`, `${id}/2025/My return.pdf`);
  const looks = `select=*&owner_id=eq.${id}&actor_role=in.(admin,super)&action=eq.renamed`;
  await read('looks', 'GET /rest/v1/document_events', looks);

  const { year } = officeDay(new Date(), 'America/New_York');
  const form = { user_id: id, year, form_data: newClientForm };
  await record('draftSaved', 'POST /rest/v1/tax_form_drafts', {
    bearer,
    body: { ...form, version: 1, device: 'Safari on iPad' },
    headers: { prefer: 'resolution=merge-duplicates' },
  });
  const ofYear = `user_id=eq.${id}&year=eq.${year}`;
  await read('draft', 'GET /rest/v1/tax_form_drafts', `select=form_data,version,device,updated_at&${ofYear}`);
  await record('otherYear', 'POST /rest/v1/tax_forms', { bearer, body: { ...form, year: year - 1 } });
  await record('formSent', 'POST /rest/v1/tax_forms', {
    bearer,
    body: form,
    headers: { prefer: 'resolution=merge-duplicates' },
  });
  await read('jointForm', 'GET /rest/v1/tax_forms', `select=form_data&${ofYear}`);
  await read('form', 'GET /rest/v1/tax_forms', `select=id,submitted_at&${ofYear}`);
  await record('files', 'POST /rest/v1/rpc/list_folder', { bearer, body: { owner: id, folder: '' } });
  await record('unfinished', 'POST /rest/v1/rpc/unfinished_uploads', { bearer, body: { owner: id } });

  const desk = { bearer: await tokenOf(clerk.client) };
  await record('appointments', 'GET /rest/v1/appointments', { ...desk, query: 'starts_at=lt.2001-01-01' });
  await record('blocks', 'GET /rest/v1/calendar_blocks', { ...desk, query: 'starts_at=lt.2001-01-01' });
  await record('dates', 'GET /rest/v1/rpc/upcoming_dates', { ...desk, query: 'wanted=mine' });
  await record('tasks', 'GET /rest/v1/rpc/open_tasks', { ...desk, query: 'wanted=mine&page_size=100' });
  await portal.database.query(
    `insert into public.client_details (client_id, preparer_id) values ($1, $2)
     on conflict (client_id) do update set preparer_id = excluded.preparer_id`,
    [id, clerk.id],
  );
  const message = { message_id: randomUUID(), client_id: id, body: 'Did you get my W-2?' };
  await client.rpc('write_to_office', message).throwOnError();
  await record('waitingThreads', 'GET /rest/v1/rpc/waiting_threads', { ...desk, query: 'wanted=mine' });
  const newFiles = 'new_files_since=1970-01-01T00%3A00%3A00Z&preparer=me';
  await record('newFiles', 'GET /rest/v1/rpc/list_clients', { ...desk, query: newFiles });
  await record('overviews', 'POST /rest/v1/rpc/client_overviews', {
    ...desk,
    body: { client_ids: [], list_year: year, new_files_since: '1970-01-01T00:00:00Z' },
  });
  await record('taskAdded', 'POST /rest/v1/tasks', {
    ...desk,
    body: { title: 'Call Rosa', note: '', owner_id: clerk.id, due_on: null, client_id: id },
  });
  await compare('client');
});
