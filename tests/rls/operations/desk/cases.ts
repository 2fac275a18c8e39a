import type { Attempt, Fixtures, Outcome } from '../../types.ts';
import { outcomeOf } from '../outcome.ts';

const YEAR = 2031;

/** A's checklist with this one item. */
async function insertItem({ portal, a }: Fixtures, state: string): Promise<void> {
  await portal.database.query('delete from public.checklist_items where user_id = $1', [a]);
  await portal.database.query(
    `insert into public.checklist_items (user_id, year, item, state) values ($1, $2, 'w2', $3)`,
    [a, YEAR, state],
  );
}

async function fileOf({ portal }: Fixtures, owner: string): Promise<string> {
  const [file] = await portal.database.query<{ id: string }>(
    `select id from public.file_uploads where user_id = $1 and file_name = 'one.txt'`,
    [owner],
  );
  return file?.id ?? '';
}

/** A note about A. Returns its id. */
async function insertNote({ portal, a }: Fixtures, author: string): Promise<string> {
  await portal.database.query('delete from public.client_notes where user_id = $1', [a]);
  const [note] = await portal.database.query<{ id: string }>(
    'insert into public.client_notes (user_id, author_id, body) values ($1, $2, $3) returning id',
    [a, author, 'Prefers calls in the evening'],
  );
  return note?.id ?? '';
}

const editNote =
  (authorOf: (attempt: Attempt) => string) =>
  async (attempt: Attempt): Promise<Outcome> => {
    const id = await insertNote(attempt.fixtures, authorOf(attempt));
    const notes = attempt.client.from('client_notes');
    return outcomeOf(await notes.update({ body: 'Mended' }, { count: 'exact' }).eq('id', id));
  };

const deleteNote =
  (authorOf: (attempt: Attempt) => string) =>
  async (attempt: Attempt): Promise<Outcome> => {
    const id = await insertNote(attempt.fixtures, authorOf(attempt));
    return outcomeOf(await attempt.client.from('client_notes').delete({ count: 'exact' }).eq('id', id));
  };

const callerAsAuthor = ({ ownId }: Attempt) => ownId;
const anotherAuthor = ({ fixtures }: Attempt) => fixtures.unconfirmed;

const answer =
  (state: string, more: (attempt: Attempt) => Promise<object> = async () => ({})) =>
  async (attempt: Attempt): Promise<Outcome> => {
    await attempt.fixtures.portal.database.query('delete from public.checklist_items where user_id = $1', [
      attempt.ownId,
    ]);
    const wanted = { list_year: YEAR, list_item: 'w2', new_state: state, ...(await more(attempt)) };
    return outcomeOf(await attempt.client.rpc('answer_checklist_item', wanted));
  };

export const caseOperations = {
  "read A's checklist item": async ({ client, fixtures }: Attempt) => {
    await insertItem(fixtures, 'sent');
    return outcomeOf(
      await client.from('checklist_items').select('*', { count: 'exact' }).eq('user_id', fixtures.a),
    );
  },
  "update A's checklist item directly": async ({ client, fixtures }: Attempt) => {
    await insertItem(fixtures, 'sent');
    return outcomeOf(
      await client
        .from('checklist_items')
        .update({ state: 'confirmed' }, { count: 'exact' })
        .eq('user_id', fixtures.a),
    );
  },
  "read the files of A's checklist item": async ({ client, fixtures }: Attempt) => {
    await insertItem(fixtures, 'sent');
    await fixtures.portal.database.query(
      `insert into public.checklist_documents (item_id, document_id, user_id)
       select i.id, $2, i.user_id from public.checklist_items i where i.user_id = $1`,
      [fixtures.a, await fileOf(fixtures, fixtures.a)],
    );
    return outcomeOf(
      await client.from('checklist_documents').select('*', { count: 'exact' }).eq('user_id', fixtures.a),
    );
  },
  "attach A's file to an item directly": async ({ client, fixtures }: Attempt) => {
    await insertItem(fixtures, 'open');
    const id = await fileOf(fixtures, fixtures.a);
    return outcomeOf(
      await client
        .from('checklist_documents')
        .insert({ item_id: id, document_id: id, user_id: fixtures.a }, { count: 'exact' }),
    );
  },
  'mark an item as not available': answer('not_available', async () => ({ why: 'I was not employed' })),
  'mark an item as not available without a reason': answer('not_available'),
  "send A's file for an item": answer('sent', async ({ fixtures }) => ({
    document_ids: [await fileOf(fixtures, fixtures.a)],
  })),
  "mark A's item as not available": answer('not_available', async ({ fixtures }) => ({
    client_id: fixtures.a,
    why: 'We were not employed',
  })),
  "send A's file for A's item": answer('sent', async ({ fixtures }) => ({
    client_id: fixtures.a,
    document_ids: [await fileOf(fixtures, fixtures.a)],
  })),
  'send an item without a file': answer('sent'),
  "confirm one's own item": answer('confirmed'),
  'answer an item that was not requested': answer('not_available', async () => ({
    list_item: 'asked:1',
    why: 'No',
  })),
  "confirm A's checklist item": async ({ client, fixtures }: Attempt) => {
    await insertItem(fixtures, 'sent');
    const wanted = { client_id: fixtures.a, list_year: YEAR, list_item: 'w2', new_state: 'confirmed' };
    return outcomeOf(await client.rpc('review_checklist_item', wanted));
  },
  'request another document from A': async ({ client, fixtures }: Attempt) => {
    await insertItem(fixtures, 'open');
    const wanted = { client_id: fixtures.a, list_year: YEAR, item_title: 'The page that was cut off' };
    return outcomeOf(await client.rpc('request_document', wanted));
  },

  'read a note about A': async ({ client, fixtures }: Attempt) => {
    await insertNote(fixtures, fixtures.unconfirmed);
    return outcomeOf(
      await client.from('client_notes').select('*', { count: 'exact' }).eq('user_id', fixtures.a),
    );
  },
  'write a note about A': async ({ client, fixtures }: Attempt) =>
    outcomeOf(
      await client.from('client_notes').insert({ user_id: fixtures.a, body: 'Called' }, { count: 'exact' }),
    ),
  "write a note in another person's name": async ({ client, fixtures }: Attempt) =>
    outcomeOf(
      await client
        .from('client_notes')
        .insert({ user_id: fixtures.a, body: 'Called', author_id: fixtures.b }, { count: 'exact' }),
    ),
  "edit one's own note about A": editNote(callerAsAuthor),
  "edit another author's note about A": editNote(anotherAuthor),
  "delete one's own note about A": deleteNote(callerAsAuthor),
  "delete another author's note about A": deleteNote(anotherAuthor),

  'list the clients': async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('list_clients', { term: fixtures.emailOfA }, { count: 'exact' })),
  'list the clients by the wait of their returns': async ({ client, fixtures }: Attempt) =>
    outcomeOf(
      await client.rpc('list_clients', { term: fixtures.emailOfA, sort: '-waiting' }, { count: 'exact' }),
    ),
  'count the clients': async ({ client, fixtures }: Attempt): Promise<Outcome> => {
    const answer = await client.rpc('list_clients_count', { term: fixtures.emailOfA });
    return answer.error ? outcomeOf(answer) : `rows:${Number(answer.data)}`;
  },
  "read A's latest appointments": async ({ client, fixtures }: Attempt) => {
    await fixtures.portal.database.query('delete from public.appointments where lower(email) = $1', [
      fixtures.emailOfA,
    ]);
    await fixtures.portal.database.query(
      `insert into public.appointments (name, email, phone) values ('A', upper($1), '203-555-0142')`,
      [fixtures.emailOfA],
    );
    const wanted = { client_id: fixtures.a };
    return outcomeOf(await client.rpc('appointments_of', wanted, { count: 'exact' }));
  },
  "read A's latest messages": async ({ client, fixtures }: Attempt) => {
    await fixtures.portal.database.query('delete from public.contact_submissions where lower(email) = $1', [
      fixtures.emailOfA,
    ]);
    await fixtures.portal.database.query(
      `insert into public.contact_submissions (name, email, subject, message) values ('A', upper($1), 'Taxes', 'When?')`,
      [fixtures.emailOfA],
    );
    const wanted = { client_id: fixtures.a };
    return outcomeOf(await client.rpc('messages_of', wanted, { count: 'exact' }));
  },
  "read A's overview": async ({ client, fixtures }: Attempt) => {
    const wanted = { client_ids: [fixtures.a], list_year: YEAR, new_files_since: '2026-01-01' };
    return outcomeOf(await client.rpc('client_overviews', wanted, { count: 'exact' }));
  },
  'read the letters to A': async ({ client, fixtures }: Attempt) => {
    await fixtures.portal.database.query('delete from public.client_letters where user_id = $1', [
      fixtures.a,
    ]);
    await fixtures.portal.database.query(
      `insert into public.client_letters (user_id, template) values ($1, 'form_reminder')`,
      [fixtures.a],
    );
    return outcomeOf(
      await client.from('client_letters').select('*', { count: 'exact' }).eq('user_id', fixtures.a),
    );
  },
  'add a letter to A directly': async ({ client, fixtures }: Attempt) =>
    outcomeOf(
      await client
        .from('client_letters')
        .insert({ user_id: fixtures.a, template: 'form_reminder' }, { count: 'exact' }),
    ),
  'send A a letter': async ({ client, fixtures }: Attempt) =>
    outcomeOf(
      await client.rpc('send_client_letter', { client_id: fixtures.a, letter_template: 'form_reminder' }),
    ),
  'send A an empty letter': async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('send_client_letter', { client_id: fixtures.a, letter_template: 'message' })),
  'open a case': async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('visit_case', { client_id: fixtures.a })),
  'read the first steps of a new office': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('first_steps', {}, { count: 'exact' })),
  'skip a first step': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('dismiss_first_step', { step: 'reviews' })),
  'count the work queues': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('office_queues', { new_files_since: '2026-01-01' }, { count: 'exact' })),
  'read the board': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('board_returns', { list_year: 2025, cards: 1 })),
  'read the weeks of the season': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('season_weeks', { list_year: 2025 })),
  'search everything': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('search_everything', { term: 'nothing like it' })),
  'find A by the end of a tax ID': async ({ client, fixtures }: Attempt) => {
    const { portal, a } = fixtures;
    await portal.database.query('delete from public.client_tax_numbers where user_id = $1', [a]);
    await portal.database.query(
      `insert into public.client_details (client_id, tax_id_last4) values ($1, '8417')
       on conflict (client_id) do update set tax_id_last4 = '8417'`,
      [a],
    );
    await portal.database.query('delete from nutmeg.buckets');
    return outcomeOf(await client.rpc('find_by_tax_id', { last4: '8417' }, { count: 'exact' }));
  },
  'find clients by a part of a tax ID': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('find_by_tax_id', { last4: '84_7' })),
  'fold a name': async ({ client }: Attempt) => outcomeOf(await client.rpc('folded', { said: 'Núñez' })),
};
