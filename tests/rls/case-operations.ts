import type { PostgrestSingleResponse, SupabaseClient } from '@supabase/supabase-js';
import type { Cast } from './actors.ts';
import type { Outcome } from './vocabulary.ts';

interface Try {
  client: SupabaseClient;
  cast: Cast;
  ownId: string;
}

const YEAR = 2031;

/** A's checklist with one item in a state, and nothing else in it. */
async function layOutItem({ portal, a }: Cast, state: string, item = 'w2'): Promise<void> {
  await portal.database.query('delete from public.checklist_items where user_id = $1', [a]);
  await portal.database.query(
    `insert into public.checklist_items (user_id, year, item, state) values ($1, $2, $3, $4)`,
    [a, YEAR, item, state],
  );
}

async function fileOf({ portal }: Cast, owner: string): Promise<string> {
  const [file] = await portal.database.query<{ id: string }>(
    `select id from public.file_uploads where user_id = $1 and file_name = 'one.txt'`,
    [owner],
  );
  return file?.id ?? '';
}

/** A note about A, by somebody of the office. */
async function layOutNote({ portal, a }: Cast, author: string): Promise<string> {
  await portal.database.query('delete from public.client_notes where user_id = $1', [a]);
  const [note] = await portal.database.query<{ id: string }>(
    'insert into public.client_notes (user_id, author_id, body) values ($1, $2, $3) returning id',
    [a, author, 'Prefers calls in the evening'],
  );
  return note?.id ?? '';
}

const mend =
  (authorOf: (attempt: Try) => string) =>
  async (attempt: Try): Promise<Outcome> => {
    const id = await layOutNote(attempt.cast, authorOf(attempt));
    const notes = attempt.client.from('client_notes');
    return outcome(await notes.update({ body: 'Mended' }, { count: 'exact' }).eq('id', id));
  };

const tearUp =
  (authorOf: (attempt: Try) => string) =>
  async (attempt: Try): Promise<Outcome> => {
    const id = await layOutNote(attempt.cast, authorOf(attempt));
    return outcome(await attempt.client.from('client_notes').delete({ count: 'exact' }).eq('id', id));
  };

const oneself = ({ ownId }: Try) => ownId;
const somebodyElse = ({ cast }: Try) => cast.unconfirmed;

const answer =
  (state: string, more: (attempt: Try) => Promise<object> = async () => ({})) =>
  async (attempt: Try): Promise<Outcome> => {
    await attempt.cast.portal.database.query('delete from public.checklist_items where user_id = $1', [
      attempt.ownId,
    ]);
    const wanted = { list_year: YEAR, list_item: 'w2', new_state: state, ...(await more(attempt)) };
    return outcome(await attempt.client.rpc('answer_checklist_item', wanted));
  };

export const caseOperations = {
  "read an item of A's checklist": async ({ client, cast }: Try) => {
    await layOutItem(cast, 'sent');
    return outcome(
      await client.from('checklist_items').select('*', { count: 'exact' }).eq('user_id', cast.a),
    );
  },
  "confirm an item of A's by hand": async ({ client, cast }: Try) => {
    await layOutItem(cast, 'sent');
    return outcome(
      await client
        .from('checklist_items')
        .update({ state: 'confirmed' }, { count: 'exact' })
        .eq('user_id', cast.a),
    );
  },
  "read the files of A's checklist": async ({ client, cast }: Try) => {
    await layOutItem(cast, 'sent');
    await cast.portal.database.query(
      `insert into public.checklist_documents (item_id, document_id, user_id)
       select i.id, $2, i.user_id from public.checklist_items i where i.user_id = $1`,
      [cast.a, await fileOf(cast, cast.a)],
    );
    return outcome(
      await client.from('checklist_documents').select('*', { count: 'exact' }).eq('user_id', cast.a),
    );
  },
  "tick a file of A's by hand": async ({ client, cast }: Try) => {
    await layOutItem(cast, 'open');
    const id = await fileOf(cast, cast.a);
    return outcome(
      await client
        .from('checklist_documents')
        .insert({ item_id: id, document_id: id, user_id: cast.a }, { count: 'exact' }),
    );
  },
  'say that there is no such paper': answer('not_available', async () => ({ why: 'I was not employed' })),
  'say so without a reason': answer('not_available'),
  "send A's file": answer('sent', async ({ cast }) => ({ document_ids: [await fileOf(cast, cast.a)] })),
  'send no file': answer('sent'),
  'confirm the own item': answer('confirmed'),
  'answer what nobody asked for': answer('not_available', async () => ({ list_item: 'asked:1', why: 'No' })),
  "confirm an item of A's": async ({ client, cast }: Try) => {
    await layOutItem(cast, 'sent');
    const wanted = { client_id: cast.a, list_year: YEAR, list_item: 'w2', new_state: 'confirmed' };
    return outcome(await client.rpc('review_checklist_item', wanted));
  },
  'ask A for one more document': async ({ client, cast }: Try) => {
    await layOutItem(cast, 'open');
    const wanted = { client_id: cast.a, list_year: YEAR, item_title: 'The page that was cut off' };
    return outcome(await client.rpc('request_document', wanted));
  },

  'read a note about A': async ({ client, cast }: Try) => {
    await layOutNote(cast, cast.unconfirmed);
    return outcome(await client.from('client_notes').select('*', { count: 'exact' }).eq('user_id', cast.a));
  },
  'write a note about A': async ({ client, cast }: Try) =>
    outcome(
      await client.from('client_notes').insert({ user_id: cast.a, body: 'Called' }, { count: 'exact' }),
    ),
  "write a note in another's name": async ({ client, cast }: Try) =>
    outcome(
      await client
        .from('client_notes')
        .insert({ user_id: cast.a, body: 'Called', author_id: cast.b }, { count: 'exact' }),
    ),
  'mend the own note about A': mend(oneself),
  "mend another's note about A": mend(somebodyElse),
  'delete the own note about A': tearUp(oneself),
  "delete another's note about A": tearUp(somebodyElse),

  'list the clients': async ({ client, cast }: Try) =>
    outcome(await client.rpc('list_clients', { term: cast.emailOfA }, { count: 'exact' })),
  "look over A's case": async ({ client, cast }: Try) => {
    const wanted = { client_ids: [cast.a], list_year: YEAR, new_files_since: '2026-01-01' };
    return outcome(await client.rpc('client_overviews', wanted, { count: 'exact' }));
  },
  'read the letters to A': async ({ client, cast }: Try) => {
    await cast.portal.database.query('delete from public.client_letters where user_id = $1', [cast.a]);
    await cast.portal.database.query(
      `insert into public.client_letters (user_id, template) values ($1, 'form_reminder')`,
      [cast.a],
    );
    return outcome(await client.from('client_letters').select('*', { count: 'exact' }).eq('user_id', cast.a));
  },
  'note a letter to A by hand': async ({ client, cast }: Try) =>
    outcome(
      await client
        .from('client_letters')
        .insert({ user_id: cast.a, template: 'form_reminder' }, { count: 'exact' }),
    ),
  'send A a letter': async ({ client, cast }: Try) =>
    outcome(await client.rpc('send_client_letter', { client_id: cast.a, letter_template: 'form_reminder' })),
  'send A an empty letter': async ({ client, cast }: Try) =>
    outcome(await client.rpc('send_client_letter', { client_id: cast.a, letter_template: 'message' })),
  'count what waits for the office': async ({ client }: Try) =>
    outcome(await client.rpc('office_queues', { new_files_since: '2026-01-01' }, { count: 'exact' })),
  'fold a name': async ({ client }: Try) => outcome(await client.rpc('folded', { said: 'Núñez' })),
};

function outcome({ error, status, count }: PostgrestSingleResponse<unknown>): Outcome {
  if (error) return `${error.code}/${status}`;
  return count === null ? 'ok' : `rows:${count}`;
}
