import { randomUUID } from 'node:crypto';
import type { Attempt, Fixtures, Outcome } from '../types.ts';
import { outcomeOf } from './outcome.ts';

/** Other rows of the table don't use it. */
const SUBJECT = 'privacy-policy-inquiry';

/** An unassigned message from A's address with one reply. Returns its id. */
async function insertMessage({ portal: { database }, emailOfA }: Fixtures): Promise<string> {
  await database.query('delete from public.contact_submissions where subject = $1', [SUBJECT]);
  const [message] = await database.query<{ id: string }>(
    `insert into public.contact_submissions (name, email, subject, message)
     values ('A', $1, $2, 'What do you keep?') returning id`,
    [emailOfA, SUBJECT],
  );
  const id = message?.id ?? '';
  await database.query(
    `insert into public.contact_replies (submission_id, body, mail_id)
     values ($1, 'Seven years.', nutmeg.write_letter('nobody@example.com', 'no such letter', '{}'))`,
    [id],
  );
  return id;
}

const assign =
  (assignee: (attempt: Attempt) => string | null) =>
  async (attempt: Attempt): Promise<Outcome> => {
    const id = await insertMessage(attempt.fixtures);
    const values = { assigned_to: assignee(attempt) };
    const messages = attempt.client.from('contact_submissions');
    return outcomeOf(await messages.update(values, { count: 'exact' }).eq('id', id));
  };

const reply =
  (wanted: { reply?: string; replies_seen?: number; submission_id?: string }) =>
  async ({ client, fixtures }: Attempt): Promise<Outcome> => {
    const id = await insertMessage(fixtures);
    return outcomeOf(
      await client.rpc('reply_to_message', { submission_id: id, reply: 'Seven years.', ...wanted }),
    );
  };

export const messageOperations = {
  'assign a message to oneself': assign(({ fixtures, ownId }) =>
    // Client A assigns it to the admin, since only staff may be assigned.
    ownId === fixtures.a ? (fixtures.idOf.admin ?? null) : ownId,
  ),
  'assign a message to a client': assign(({ fixtures }) => fixtures.b),
  'unassign a message': assign(() => null),

  'read a reply': async ({ client, fixtures }: Attempt) => {
    const id = await insertMessage(fixtures);
    return outcomeOf(
      await client.from('contact_replies').select('*', { count: 'exact' }).eq('submission_id', id),
    );
  },
  'add a reply directly': async ({ client, fixtures }: Attempt) => {
    const submission_id = await insertMessage(fixtures);
    return outcomeOf(
      await client
        .from('contact_replies')
        .insert({ submission_id, body: 'Seven years.', mail_id: randomUUID() }, { count: 'exact' }),
    );
  },
  'change a reply': async ({ client, fixtures }: Attempt) => {
    const id = await insertMessage(fixtures);
    return outcomeOf(
      await client
        .from('contact_replies')
        .update({ body: 'Ten years.' }, { count: 'exact' })
        .eq('submission_id', id),
    );
  },
  'reply to a message': reply({}),
  'reply to a message after reading its reply': reply({ replies_seen: 1 }),
  'reply to a message with an unread reply': reply({ replies_seen: 0 }),
  'reply to a message with an empty text': reply({ reply: ' \n\t' }),
  'reply to an unknown message': reply({ submission_id: randomUUID() }),
  'read the mail status of a reply': async ({ client, fixtures }: Attempt) => {
    const id = await insertMessage(fixtures);
    return outcomeOf(await client.rpc('reply_mails', { submission_id: id }, { count: 'exact' }));
  },
};
