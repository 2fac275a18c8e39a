import { randomUUID } from 'node:crypto';
import type { PostgrestSingleResponse, SupabaseClient } from '@supabase/supabase-js';
import type { Cast } from './actors.ts';
import type { Outcome } from './vocabulary.ts';

interface Try {
  client: SupabaseClient;
  cast: Cast;
  ownId: string;
}

/** Only these lines know it. */
const SUBJECT = 'privacy-policy-inquiry';

/** A message from A's address that nobody looks after, answered once. Its id. */
async function layOutMessage({ portal: { database }, emailOfA }: Cast): Promise<string> {
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
  (assignee: (attempt: Try) => string | null) =>
  async (attempt: Try): Promise<Outcome> => {
    const id = await layOutMessage(attempt.cast);
    const values = { assigned_to: assignee(attempt) };
    const messages = attempt.client.from('contact_submissions');
    return outcome(await messages.update(values, { count: 'exact' }).eq('id', id));
  };

const reply =
  (wanted: { reply?: string; replies_seen?: number; submission_id?: string }) =>
  async ({ client, cast }: Try): Promise<Outcome> => {
    const id = await layOutMessage(cast);
    return outcome(
      await client.rpc('reply_to_message', { submission_id: id, reply: 'Seven years.', ...wanted }),
    );
  };

export const messageOperations = {
  'look after a message oneself': assign(({ cast, ownId }) =>
    // A client who tries it names somebody whom the rule would let through.
    ownId === cast.a ? (cast.idOf.admin ?? null) : ownId,
  ),
  'let a client look after a message': assign(({ cast }) => cast.b),
  'let nobody look after a message': assign(() => null),

  'read an answer': async ({ client, cast }: Try) => {
    const id = await layOutMessage(cast);
    return outcome(
      await client.from('contact_replies').select('*', { count: 'exact' }).eq('submission_id', id),
    );
  },
  'note an answer by hand': async ({ client, cast }: Try) => {
    const submission_id = await layOutMessage(cast);
    return outcome(
      await client
        .from('contact_replies')
        .insert({ submission_id, body: 'Seven years.', mail_id: randomUUID() }, { count: 'exact' }),
    );
  },
  'change an answer': async ({ client, cast }: Try) => {
    const id = await layOutMessage(cast);
    return outcome(
      await client
        .from('contact_replies')
        .update({ body: 'Ten years.' }, { count: 'exact' })
        .eq('submission_id', id),
    );
  },
  'answer a message': reply({}),
  'answer a message with its answer read': reply({ replies_seen: 1 }),
  'answer a message without having read its answer': reply({ replies_seen: 0 }),
  'answer a message with nothing': reply({ reply: ' \n\t' }),
  'answer a message that is not there': reply({ submission_id: randomUUID() }),
  "ask what became of an answer's mail": async ({ client, cast }: Try) => {
    const id = await layOutMessage(cast);
    return outcome(await client.rpc('reply_mails', { submission_id: id }, { count: 'exact' }));
  },
};

function outcome({ error, status, count }: PostgrestSingleResponse<unknown>): Outcome {
  if (error) return `${error.code}/${status}`;
  return count === null ? 'ok' : `rows:${count}`;
}
