import { randomUUID } from 'node:crypto';
import type { Attempt, Fixtures, Outcome } from '../types.ts';
import { outcomeOf, type Response } from './outcome.ts';

interface Prepared extends Attempt {
  id: string;
  documentId: string;
}

/** Stored as the SHA-256 of the document. */
const HASH = 'a'.repeat(64);
const YEAR = 2030;

/** A new return of A's in this status, with a document for review. */
async function prepare({ portal, a }: Fixtures, status: string, paid: boolean) {
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
  (status: string, attempt: (prepared: Prepared) => PromiseLike<Response>, paid = false) =>
  async (given: Attempt): Promise<Outcome> => {
    const made = await prepare(given.fixtures, status, paid);
    const answer = await attempt({ ...given, ...made });
    return outcomeOf(answer);
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
  const { fixtures, documentId } = prepared;
  await fixtures.portal.database.query('update public.file_uploads set sha256 = $2 where id = $1', [
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
  "add a return of A's": async ({ client, fixtures }: Attempt) =>
    outcomeOf(
      await client
        .from('tax_returns')
        .insert(
          { user_id: fixtures.a, year: YEAR, kind: 'personal', status: 'accepted' },
          { count: 'exact' },
        ),
    ),
  "delete A's return": on('in_preparation', ({ client, id }) =>
    client.from('tax_returns').delete({ count: 'exact' }).eq('id', id),
  ),
  "read the steps of A's return": async ({ client, fixtures }: Attempt) => {
    const { id } = await prepare(fixtures, 'in_preparation', false);
    await fixtures.portal.database.query(
      `insert into public.tax_return_events (return_id, user_id, kind, to_status) values ($1, $2, 'status', 'in_preparation')`,
      [id, fixtures.a],
    );
    return outcomeOf(
      await client.from('tax_return_events').select('*', { count: 'exact' }).eq('return_id', id),
    );
  },
  "add a step to A's return": on('in_preparation', ({ client, fixtures, id }) =>
    client
      .from('tax_return_events')
      .insert(
        { return_id: id, user_id: fixtures.a, kind: 'status', to_status: 'accepted' },
        { count: 'exact' },
      ),
  ),
  'open a return for A': async ({ client, fixtures }: Attempt) => {
    await fixtures.portal.database.query('delete from public.tax_returns where user_id = $1', [fixtures.a]);
    const wanted = { client_id: fixtures.a, return_year: YEAR, return_kind: 'personal' };
    return outcomeOf(await client.rpc('start_return', wanted));
  },
  'open a return for an unknown client': async ({ client }: Attempt) => {
    const wanted = { client_id: randomUUID(), return_year: YEAR, return_kind: 'personal' };
    return outcomeOf(await client.rpc('start_return', wanted));
  },
  "start preparing A's return": on('documents_received', step('in_preparation')),
  "put A's return up for review": on('in_preparation', step('ready_for_review')),
  "put A's return up for review without a file": on('in_preparation', ({ client, id }) =>
    client.rpc('step_return', { return_id: id, new_status: 'ready_for_review' }),
  ),
  "undo a step of A's return": on('documents_received', async ({ client, fixtures, id }) => {
    await fixtures.portal.database.query(
      `with step as (
         insert into public.tax_return_events (return_id, user_id, kind, to_status)
         values ($1, $2, 'status', 'documents_received') returning id
       )
       insert into nutmeg.undoable_steps (event_id, before, mail_ids)
       select step.id, to_jsonb(r) || '{"status": "not_started"}', '{}' from step, public.tax_returns r where r.id = $1`,
      [id, fixtures.a],
    );
    return client.rpc('undo_return_step', { return_id: id, undone_status: 'documents_received' });
  }),
  "undo a step of A's return that was not taken": on('documents_received', ({ client, id }) =>
    client.rpc('undo_return_step', { return_id: id, undone_status: 'documents_received' }),
  ),
  "assign A's return": on('in_preparation', ({ client, id }) =>
    client.rpc('assign_return', { return_id: id, role: 'reviewer' }),
  ),
  "read who has A's return": on('in_preparation', async ({ client, fixtures, id }) => {
    await fixtures.portal.database.query('insert into public.return_assignments (return_id) values ($1)', [
      id,
    ]);
    return client.from('return_assignments').select('*', { count: 'exact' }).eq('return_id', id);
  }),
  "assign A's return directly": on('in_preparation', ({ client, id }) =>
    client.from('return_assignments').insert({ return_id: id }, { count: 'exact' }),
  ),
  'read who gets the letters of A': async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('letter_readers', { client_id: fixtures.a })),
  "file A's return before approval": on('in_preparation', step('e_filed')),
  "file A's return before the payment step": on('approved', step('e_filed')),
  "file A's return before payment": on('payment_due', step('e_filed')),
  "file A's return": on('payment_due', step('e_filed'), true),
  "approve A's return with step_return": on('ready_for_review', step('approved')),
  "reopen A's accepted return": on('accepted', step('in_preparation')),
  "record A's payment": on('payment_due', ({ client, id }) =>
    client.rpc('record_return_payment', { return_id: id }),
  ),
  "record A's payment too early": on('in_preparation', ({ client, id }) =>
    client.rpc('record_return_payment', { return_id: id }),
  ),
  "approve A's return": on('ready_for_review', approve()),
  "approve A's return with the hash of another file": on('ready_for_review', approve('c'.repeat(64))),
  "approve A's return after its file changed": on('ready_for_review', approveChanged),
  "approve A's return without a name": on('ready_for_review', approve(HASH, ' . ')),
  "approve A's return before review": on('in_preparation', approve()),
};
