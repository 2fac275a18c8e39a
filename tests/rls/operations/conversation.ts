import { randomUUID } from 'node:crypto';
import type { Attempt, Fixtures, Outcome } from '../types.ts';
import { answered, outcomeOf, type Response } from './outcome.ts';

const ANSWER = { about_year: 2025, about_field: 'firstName' };

interface Thread {
  /** A question of the office, with A's file. */
  question: string;
  /** A message of A. */
  message: string;
  /** A's file. */
  file: string;
}

/** A thread of A with an open question, a message that waits for a reply, an attached file, and a mark of A. */
async function insertThread({ portal: { database }, a }: Fixtures): Promise<Thread> {
  for (const table of ['thread_messages', 'thread_reads']) {
    await database.query(`delete from public.${table} where client_id = $1`, [a]);
  }
  const insert = async (side: string, isQuestion: boolean) => {
    const [row] = await database.query<{ id: string }>(
      `insert into public.thread_messages (id, client_id, side, author_id, body, is_question, attachments, year)
       values (gen_random_uuid(), $1, $2, $1, 'When were you born?', $3, 1, 2031) returning id`,
      [a, side, isQuestion],
    );
    return row?.id ?? '';
  };
  const question = await insert('office', true);
  const [attached] = await database.query<{ id: string }>(
    `insert into public.thread_attachments (message_id, document_id, client_id)
     select $1, f.id, f.user_id from public.file_uploads f where f.user_id = $2 and f.file_name = 'one.txt'
     returning document_id as id`,
    [question, a],
  );
  await database.query(
    `insert into public.thread_reads (client_id, user_id, side, read_up_to) values ($1, $1, 'client', 1)`,
    [a],
  );
  return { question, message: await insert('client', false), file: attached?.id ?? '' };
}

const inThread =
  (run: (attempt: Attempt, thread: Thread) => PromiseLike<Response>) =>
  async (attempt: Attempt): Promise<Outcome> =>
    outcomeOf(await run(attempt, await insertThread(attempt.fixtures)));

const read = (table: string) =>
  inThread(({ client, fixtures }, { question }) => {
    const rows = client.from(table).select('*', { count: 'exact' });
    if (table === 'thread_messages') return rows.eq('id', question);
    return table === 'thread_reads' ? rows.eq('client_id', fixtures.a) : rows.eq('message_id', question);
  });

const fileOfB = async ({ portal, b }: Fixtures): Promise<string> => {
  const [file] = await portal.database.query<{ id: string }>(
    `select id from public.file_uploads where user_id = $1 and file_name = 'one.txt'`,
    [b],
  );
  return file?.id ?? '';
};

export const conversationOperations = {
  "read A's message": read('thread_messages'),
  "read the files of A's message": read('thread_attachments'),
  "read who has read A's messages": read('thread_reads'),
  "add a message to A's thread directly": inThread(({ client, fixtures }) =>
    client.from('thread_messages').insert(
      {
        id: randomUUID(),
        client_id: fixtures.a,
        side: 'office',
        author_id: fixtures.a,
        body: 'Hello',
        year: 2031,
      },
      { count: 'exact' },
    ),
  ),
  "change A's message directly": inThread(({ client }, { question }) =>
    client.from('thread_messages').update({ body: 'Else' }, { count: 'exact' }).eq('id', question),
  ),
  "delete A's message": inThread(({ client }, { question }) =>
    client.from('thread_messages').delete({ count: 'exact' }).eq('id', question),
  ),
  "attach A's file directly": inThread(({ client, fixtures }, { message, file }) =>
    client
      .from('thread_attachments')
      .insert({ message_id: message, document_id: file, client_id: fixtures.a }, { count: 'exact' }),
  ),
  "set a mark in A's thread directly": inThread(({ client, fixtures }) =>
    client.from('thread_reads').update({ read_up_to: 9 }, { count: 'exact' }).eq('client_id', fixtures.a),
  ),
  "list A's thread": inThread(({ client, fixtures }) =>
    client.rpc('thread_page', { client_id: fixtures.a, page_size: 1 }, { count: 'exact' }),
  ),
  "count A's open questions": inThread(({ client }, { question }) =>
    client.rpc('open_questions', {}, { count: 'exact' }).eq('message_id', question),
  ),
  "see how far A's thread was read": inThread(({ client, fixtures }) =>
    client.rpc('thread_summary', { client_id: fixtures.a }, { count: 'exact' }).gt('unread', 0),
  ),
  'ask whether someone reads for A': async ({ client, fixtures }: Attempt) =>
    answered(await client.rpc('thread_has_reader', { client_id: fixtures.a })),
  'write to the office for A': inThread(({ client, fixtures }) =>
    client.rpc('write_to_office', { message_id: randomUUID(), client_id: fixtures.a, body: 'Hello' }),
  ),
  "answer A's question with A's file": inThread(({ client, fixtures }, { question, file }) =>
    client.rpc('write_to_office', {
      message_id: randomUUID(),
      client_id: fixtures.a,
      body: '',
      document_ids: [file],
      answers: question,
    }),
  ),
  "send B's file for A": async (attempt: Attempt) =>
    outcomeOf(
      await attempt.client.rpc('write_to_office', {
        message_id: randomUUID(),
        client_id: attempt.fixtures.a,
        body: 'Hello',
        document_ids: [await fileOfB(attempt.fixtures)],
      }),
    ),
  'write to A for the office': inThread(({ client, fixtures }, { file }) =>
    client.rpc('write_to_client', {
      message_id: randomUUID(),
      client_id: fixtures.a,
      body: 'Hello',
      is_question: true,
      about_document: file,
      ...ANSWER,
    }),
  ),
  "mark A's messages as read": inThread(({ client, fixtures }) =>
    client.rpc('mark_thread_read', { client_id: fixtures.a, up_to: 2 ** 40 }),
  ),
  "mark A's messages as read by the office": inThread(({ client, fixtures }) =>
    client.rpc('mark_thread_read', { client_id: fixtures.a, up_to: 2 ** 40, for_office: true }),
  ),
  "say that A's message needs no reply": inThread(({ client, fixtures }) =>
    client.rpc('settle_thread', { client_id: fixtures.a, up_to: 2 ** 40 }),
  ),
  "say that A's question needs no answer": inThread(({ client }, { question }) =>
    client.rpc('settle_question', { message_id: question }),
  ),
  'list the clients who wait for a reply': inThread(({ client, fixtures }) =>
    client.rpc('waiting_threads', {}, { count: 'exact' }).eq('client_id', fixtures.a),
  ),
  'list the clients who owe an answer': inThread(({ client, fixtures }) =>
    client.rpc('waiting_threads', { waiting_for: 'client' }, { count: 'exact' }).eq('client_id', fixtures.a),
  ),
  "ask what A's thread waits for": inThread(({ client, fixtures }) =>
    client.rpc('thread_states', { client_ids: [fixtures.a] }, { count: 'exact' }),
  ),
  'count the clients who wait for a reply': inThread(({ client }) =>
    client.rpc('waiting_thread_counts', {}, { count: 'exact' }),
  ),
};
