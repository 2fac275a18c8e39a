import { randomUUID } from 'node:crypto';
import { beforeAll, test } from 'vitest';
import { createPerson, insertPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { tokenOf } from '../support/storage.ts';
import { recordAnswers, rosa } from './recorder.ts';

const portal = portalForFile();
let clerk: Person;
beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'admin', data: { first_name: 'Sam', last_name: 'Clerk' } });
});

/** No other test has returns of it. */
const YEAR = 2190;

// The address is recorded, so a second try would find it taken.
test('what the board asks for, and a step of a return that is undone', { retry: 0 }, async () => {
  const { record, compare } = recordAnswers(portal);
  const bearer = await tokenOf(clerk.client);
  const client_id = await insertPerson(portal, { email: 'board@example.com', data: rosa });
  const { data: taxReturn } = await clerk.client
    .rpc('start_return', { client_id, return_year: YEAR, return_kind: 'personal' })
    .throwOnError();
  const read = (name: string, request: string, query: string) => record(name, request, { query, bearer });
  await read('board', 'GET /rest/v1/rpc/board_returns', `list_year=${YEAR}&cards=40`);
  await clerk.client
    .rpc('write_to_client', { message_id: randomUUID(), client_id, body: 'Which bank?', is_question: true })
    .throwOnError();
  await record('threads', 'POST /rest/v1/rpc/thread_states', { bearer, body: { client_ids: [client_id] } });
  await clerk.client
    .rpc('request_document', { client_id, list_year: YEAR, item_title: 'Letter 6419' })
    .throwOnError();
  const lists = { clientIds: [client_id], year: YEAR };
  await record('lists', 'POST /functions/v1/document-lists', { bearer, body: lists });
  await read('season', 'GET /rest/v1/rpc/season_weeks', `list_year=${YEAR}`);
  await read('readers', 'GET /rest/v1/rpc/letter_readers', `client_id=${client_id}`);
  await read('ownWords', 'GET /functions/v1/office/own-words', 'language=en');
  await clerk.client.from('client_details').insert({ client_id, preparer_id: clerk.id }).throwOnError();
  const one = { accept: 'application/vnd.pgrst.object+json' };
  await record('kind', 'GET /rest/v1/clients', {
    query: `select=kind&id=eq.${client_id}`,
    bearer,
    headers: one,
  });
  await read('details', 'GET /rest/v1/client_details', `client_id=eq.${client_id}`);
  await read('assignments', 'GET /rest/v1/return_assignments', `return_id=eq.${taxReturn.id}`);
  await record('assigned', 'POST /rest/v1/rpc/assign_return', {
    bearer,
    body: { return_id: taxReturn.id, role: 'reviewer', person: clerk.id },
  });
  const step = { return_id: taxReturn.id, new_status: 'waiting_for_documents' };
  await record('stepped', 'POST /rest/v1/rpc/step_return', { bearer, body: step });
  const undo = { return_id: taxReturn.id, undone_status: 'waiting_for_documents' };
  await record('undone', 'POST /rest/v1/rpc/undo_return_step', { bearer, body: undo });
  await record('tooLate', 'POST /rest/v1/rpc/undo_return_step', { bearer, body: undo });
  await compare('staff');
});
