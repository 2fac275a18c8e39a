import { randomUUID } from 'node:crypto';
import type { PostgrestSingleResponse, SupabaseClient } from '@supabase/supabase-js';
import type { Cast } from './actors.ts';
import type { Outcome } from './vocabulary.ts';

interface Try {
  client: SupabaseClient;
  cast: Cast;
}

interface Prepared extends Try {
  id: string;
  documentId: string;
}

/** SHA-256 of the text that the documents of the stage have. */
const HASH = 'a'.repeat(64);
const YEAR = 2030;

/** A return of A's in a status, with a file up for review; each try has one of its own. */
async function prepare({ portal, a }: Cast, status: string, paid: boolean) {
  await portal.database.query('delete from public.tax_returns where user_id = $1', [a]);
  const [file] = await portal.database.query<{ id: string }>(
    `select id from public.file_uploads where user_id = $1 and file_name = 'one.txt'`,
    [a],
  );
  await portal.database.query('update public.file_uploads set sha256 = $2 where id = $1', [file?.id, HASH]);
  const approved = ['approved', 'payment_due', 'e_filed'].includes(status);
  const [row] = await portal.database.query<{ id: string }>(
    `insert into public.tax_returns
       (user_id, year, kind, status, document_id, document_sha256, approved_sha256, paid_at)
     values ($1, $2, 'personal', $3, $4, $5, $6, $7) returning id`,
    [a, YEAR, status, file?.id, HASH, approved ? HASH : null, paid ? new Date() : null],
  );
  if (!row || !file) throw new Error('no return was made');
  return { id: row.id, documentId: file.id };
}

const on =
  (
    status: string,
    attempt: (prepared: Prepared) => PromiseLike<PostgrestSingleResponse<unknown>>,
    paid = false,
  ) =>
  async (given: Try): Promise<Outcome> => {
    const made = await prepare(given.cast, status, paid);
    const answer = await attempt({ ...given, ...made });
    return outcome(answer);
  };

const step =
  (to: string) =>
  ({ client, id, documentId }: Prepared) =>
    client.rpc('step_return', { return_id: id, new_status: to, review_document_id: documentId });

const approve =
  (seen = HASH, signature = 'Ana Lopez') =>
  ({ client, id }: Prepared) =>
    client.rpc('approve_return', { return_id: id, signature, seen_sha256: seen });

const approveChanged = async (prepared: Prepared) => {
  const { cast, documentId } = prepared;
  await cast.portal.database.query('update public.file_uploads set sha256 = $2 where id = $1', [
    documentId,
    'b'.repeat(64),
  ]);
  return approve()(prepared);
};

export const returnOperations = {
  "read A's return": on('in_preparation', ({ client, id }) =>
    client.from('tax_returns').select('*', { count: 'exact' }).eq('id', id),
  ),
  "set the status of A's return": on('in_preparation', ({ client, id }) =>
    client.from('tax_returns').update({ status: 'accepted' }, { count: 'exact' }).eq('id', id),
  ),
  "add a return of A's": async ({ client, cast }: Try) =>
    outcome(
      await client
        .from('tax_returns')
        .insert({ user_id: cast.a, year: YEAR, kind: 'personal', status: 'accepted' }, { count: 'exact' }),
    ),
  "delete A's return": on('in_preparation', ({ client, id }) =>
    client.from('tax_returns').delete({ count: 'exact' }).eq('id', id),
  ),
  "read the steps of A's return": async ({ client, cast }: Try) => {
    const { id } = await prepare(cast, 'in_preparation', false);
    await cast.portal.database.query(
      `insert into public.tax_return_events (return_id, user_id, kind, to_status) values ($1, $2, 'status', 'in_preparation')`,
      [id, cast.a],
    );
    return outcome(
      await client.from('tax_return_events').select('*', { count: 'exact' }).eq('return_id', id),
    );
  },
  "add a step to A's return": on('in_preparation', ({ client, cast, id }) =>
    client
      .from('tax_return_events')
      .insert({ return_id: id, user_id: cast.a, kind: 'status', to_status: 'accepted' }, { count: 'exact' }),
  ),
  'open a return for A': async ({ client, cast }: Try) => {
    await cast.portal.database.query('delete from public.tax_returns where user_id = $1', [cast.a]);
    const wanted = { client_id: cast.a, return_year: YEAR, return_kind: 'personal' };
    return outcome(await client.rpc('start_return', wanted));
  },
  'open a return for nobody': async ({ client }: Try) => {
    const wanted = { client_id: randomUUID(), return_year: YEAR, return_kind: 'personal' };
    return outcome(await client.rpc('start_return', wanted));
  },
  "begin with A's return": on('documents_received', step('in_preparation')),
  "put A's return up for review": on('in_preparation', step('ready_for_review')),
  "put A's return up for review without a file": on('in_preparation', ({ client, id }) =>
    client.rpc('step_return', { return_id: id, new_status: 'ready_for_review' }),
  ),
  "file A's return unapproved": on('in_preparation', step('e_filed')),
  "file A's return approved, not yet due": on('approved', step('e_filed')),
  "file A's return unpaid": on('payment_due', step('e_filed')),
  "file A's return": on('payment_due', step('e_filed'), true),
  "approve A's return as staff's step": on('ready_for_review', step('approved')),
  "take A's accepted return back": on('accepted', step('in_preparation')),
  "record A's payment": on('payment_due', ({ client, id }) =>
    client.rpc('record_return_payment', { return_id: id }),
  ),
  "record A's payment too early": on('in_preparation', ({ client, id }) =>
    client.rpc('record_return_payment', { return_id: id }),
  ),
  "approve A's return": on('ready_for_review', approve()),
  "approve A's return of another file": on('ready_for_review', approve('c'.repeat(64))),
  "approve A's return, whose file was changed": on('ready_for_review', approveChanged),
  "approve A's return without a name": on('ready_for_review', approve(HASH, ' . ')),
  "approve A's return that is not up for review": on('in_preparation', approve()),
};

function outcome({ error, status, count }: PostgrestSingleResponse<unknown>): Outcome {
  if (error) return `${error.code}/${status}`;
  return count === null ? 'ok' : `rows:${count}`;
}
