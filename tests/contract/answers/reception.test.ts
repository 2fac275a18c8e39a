import { randomUUID } from 'node:crypto';
import { beforeAll, test } from 'vitest';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { DOCUMENTS, tokenOf } from '../support/storage.ts';
import { recordAnswers, rosa } from './recorder.ts';

const portal = portalForFile();
let desk: Person;
beforeAll(async () => {
  desk = await createPerson(portal, { role: 'reception' });
});

// The address is recorded, so a second try would find it taken.
test('what a client’s page for reception asks for', { retry: 0 }, async () => {
  const { record, compare } = recordAnswers(portal);
  const bearer = await tokenOf(desk.client);
  const client = await createPerson(portal, { email: 'reception@example.com', data: rosa });
  const [office] = await portal.database.query<{ year: number }>('select nutmeg.office_year() as year');
  await client.client
    .from('tax_forms')
    .insert({ user_id: client.id, year: office?.year, form_data: newClientForm })
    .throwOnError();
  await client.client.storage
    .from(DOCUMENTS)
    .upload(`${client.id}/w2.txt`, new Blob(['w2'], { type: 'text/plain' }));
  const { data: file } = await client.client.from('file_uploads').select('id').single().throwOnError();
  await client.client
    .rpc('write_to_office', {
      message_id: randomUUID(),
      client_id: client.id,
      body: 'Here is my W-2.',
      document_ids: [file.id],
    })
    .throwOnError();
  const of = { query: `client_id=${client.id}`, bearer };
  await record('client', `GET /rest/v1/user_profiles?user_id=eq.${client.id}`, {
    query: 'select=user_id,email,first_name,last_name,phone,referred_by,role,language,created_at',
    bearer,
  });
  await record('checklist', 'GET /functions/v1/checklist-state', {
    query: `client=${client.id}&year=${office?.year}&language=en`,
    bearer,
  });
  await record('page', 'GET /rest/v1/rpc/thread_page', { ...of, query: `${of.query}&page_size=50` });
  await record('summary', 'GET /rest/v1/rpc/thread_summary', { ...of, query: `${of.query}&for_office=true` });
  await record('appointments', 'GET /rest/v1/rpc/appointments_of', of);
  await record('messages', 'GET /rest/v1/rpc/messages_of', of);
  await record('badAddress', 'GET /rest/v1/rpc/bad_address_of', of);
  await compare('reception');
});
