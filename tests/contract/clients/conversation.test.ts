import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile, STAFF_INBOX } from '#tests/support/server/portal.ts';
import {
  officeOf,
  openQuestions,
  threadPage,
  threadSummary,
  writeToOffice,
} from '../support/conversation.ts';
import { upload } from '../support/merges.ts';

const portal = portalForFile('visitors');
let clerk: Person;
let maria: Person;
let office: ReturnType<typeof officeOf>;

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'admin', data: { first_name: 'Sam', last_name: 'Delgado' } });
  office = officeOf(clerk);
});
beforeEach(async () => {
  maria = await createPerson(portal, { data: { first_name: 'Maria', last_name: 'Lopez' } });
});

describe('a message', () => {
  test('is posted once, however often it is sent, also at the same time', async () => {
    const message = { message_id: randomUUID(), client_id: maria.id, body: 'Hello' };
    const answers = await Promise.all([1, 2, 3].map(() => maria.client.rpc('write_to_office', message)));
    expect(answers.map(({ error, data }) => [error, data?.id])).toEqual(
      answers.map(() => [null, message.message_id]),
    );
    await maria.client.rpc('write_to_office', { ...message, body: 'Changed' }).throwOnError();
    expect(await threadPage(maria, maria.id)).toMatchObject([{ body: 'Hello', author_name: 'Maria Lopez' }]);
    const mails = await portal.database.query<{ count: string }>(
      `select count(*) from public.email_queue where letter = 'client_wrote' and facts ->> 'client_id' = $1`,
      [maria.id],
    );
    const sent = await portal.mailTo(STAFF_INBOX, ({ text }) => text?.includes(maria.id) ?? false);
    expect(sent.text).not.toContain('Hello\n');
    expect(sent.subject).toBe('Message from Maria Lopez');
    expect(Number(mails[0]?.count)).toBeLessThanOrEqual(1);
  });

  test('of another person keeps its id', async () => {
    const { data } = await writeToOffice(maria, 'Hello').throwOnError();
    const other = await createPerson(portal);
    const taken = await writeToOffice(other, 'Mine', { message_id: data.id });
    expect(taken.error?.code).toBe('23505');
    expect((await office.toClient(maria, 'Ours', { message_id: data.id })).error?.code).toBe('23505');
    expect(await threadPage(maria, maria.id)).toMatchObject([{ body: 'Hello' }]);
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \n\t '],
    ['too much', 'a'.repeat(5001)],
  ])('of %s is refused', async (_what, body) => {
    expect((await writeToOffice(maria, body)).error?.code).toBe('23514');
    expect((await office.toClient(maria, body)).error?.code).toBe('23514');
  });

  test('has 5,000 characters at most, of any kind', async () => {
    await writeToOffice(maria, '😀'.repeat(5000)).throwOnError();
    expect((await threadPage(maria, maria.id))[0]?.body).toHaveLength(10_000);
  });

  test('has 20 documents at most, and none twice', async () => {
    await upload(maria, `${maria.id}/w2.txt`, 'W-2');
    const file = await office.document(maria, 'w2.txt');
    const many = await writeToOffice(maria, 'Here', { document_ids: Array.from({ length: 21 }, () => file) });
    expect(many.error?.code).toBe('23514');
    await writeToOffice(maria, 'Here', { document_ids: [file, file] }).throwOnError();
    expect(await threadPage(maria, maria.id)).toMatchObject([{ attachments: 1, documents: [{ id: file }] }]);
  });

  test('is refused after sixty in an hour, and those before stay', async () => {
    await portal.database.query(
      `insert into nutmeg.buckets (key, full_at)
       values (sha256(convert_to('nutmeg.thread client ' || $1::text, 'UTF8')), now() + interval '59 minutes 30 seconds')`,
      [maria.id],
    );
    expect((await writeToOffice(maria, 'One more')).error?.code).toBe('PT429');
    expect(await threadPage(maria, maria.id)).toEqual([]);
    const { error } = await writeToOffice(await createPerson(portal), 'Hello');
    expect(error).toBeNull();
  });

  test('takes documents of this client only, and says how many were deleted since', async () => {
    const other = await createPerson(portal);
    await upload(maria, `${maria.id}/w2.txt`, 'W-2');
    await upload(maria, `${maria.id}/id.txt`, 'ID');
    await upload(other, `${other.id}/theirs.txt`, 'No');
    const theirs = await office.document(other, 'theirs.txt');
    const own = await Promise.all([office.document(maria, 'w2.txt'), office.document(maria, 'id.txt')]);
    expect((await writeToOffice(maria, 'Here', { document_ids: [theirs] })).error?.code).toBe('42501');
    expect((await office.toClient(maria, 'Look', { about_document: theirs })).error?.code).toBe('42501');
    expect((await office.toClient(maria, 'Look', { document_ids: [own[0], theirs] })).error?.code).toBe(
      '42501',
    );
    await writeToOffice(maria, '', { document_ids: own }).throwOnError();
    await office.toClient(maria, 'Which year?', { about_document: own[0] }).throwOnError();
    await clerk.client.storage.from('user-documents').remove([`${maria.id}/w2.txt`]);
    expect(await threadPage(maria, maria.id)).toMatchObject([
      { body: 'Which year?', about_document_name: null },
      { body: '', attachments: 2, documents: [{ id: own[1], name: 'id.txt' }] },
    ]);
  });
});

describe('what a conversation waits for', () => {
  const state = async () =>
    (await clerk.client.rpc('thread_states', { client_ids: [maria.id, randomUUID()] }).throwOnError())
      .data as {
      client_id: string;
      waiting_for_office: string | null;
      waiting_for_client: string | null;
    }[];

  test('is a reply, an answer, both, or nothing', async () => {
    expect(await state()).toEqual([]);
    const { data: question } = await office
      .toClient(maria, 'Which bank?', { is_question: true })
      .throwOnError();
    expect(await state()).toEqual([
      { client_id: maria.id, waiting_for_office: null, waiting_for_client: expect.any(String) },
    ]);
    await writeToOffice(maria, 'I will look').throwOnError();
    expect(await state()).toEqual([
      { client_id: maria.id, waiting_for_office: expect.any(String), waiting_for_client: expect.any(String) },
    ]);
    await office.toClient(maria, 'Thank you').throwOnError();
    await writeToOffice(maria, 'The First', { answers: question.id }).throwOnError();
    expect(await state()).toEqual([
      { client_id: maria.id, waiting_for_office: expect.any(String), waiting_for_client: null },
    ]);
  });

  test('is listed for the one who prepares the client, or for all when no one does', async () => {
    await office.toClient(maria, 'Which bank?', { is_question: true }).throwOnError();
    await office.toClient(maria, 'Which branch?', { is_question: true }).throwOnError();
    const listed = async (wanted: string) =>
      (
        await clerk.client
          .rpc('waiting_threads', { wanted, waiting_for: 'client', page_size: 500 })
          .eq('client_id', maria.id)
          .throwOnError()
      ).data;
    expect(await listed('unassigned')).toMatchObject([{ messages: 2, latest: 'Which branch?' }]);
    expect(await listed('mine')).toEqual([]);
    expect(await office.waiting(maria)).toEqual([]);
    await portal.database.query(
      `insert into public.client_details (client_id, preparer_id) values ($1, $2)
       on conflict (client_id) do update set preparer_id = excluded.preparer_id`,
      [maria.id, clerk.id],
    );
    expect(await listed('mine')).toHaveLength(1);
    expect(await listed('unassigned')).toEqual([]);
  });
});

describe('an answer of the office', () => {
  const sequence = async (at = 0) => (await threadPage(clerk, maria.id))[at]?.sequence ?? 0;

  test('settles what its author has seen, and no more', async () => {
    await writeToOffice(maria, 'My W-2 is here').throwOnError();
    const seen = await sequence();
    await writeToOffice(maria, 'Oh, and I moved').throwOnError();
    await office.toClient(maria, 'Thank you', { seen_up_to: seen }).throwOnError();
    expect(await office.waiting(maria)).toMatchObject([{ messages: 1, latest: 'Oh, and I moved' }]);
    await office.toClient(maria, 'Where to?', { seen_up_to: await sequence() }).throwOnError();
    expect(await office.waiting(maria)).toEqual([]);
  });

  test('is refused if a colleague wrote one that its author hasn’t seen', async () => {
    const colleague = officeOf(await createPerson(portal, { role: 'admin' }));
    await writeToOffice(maria, 'What do I owe?').throwOnError();
    const seen = await sequence();
    const answers = await Promise.all([
      office.toClient(maria, 'Nothing', { seen_up_to: seen }),
      colleague.toClient(maria, 'We are looking', { seen_up_to: seen }),
    ]);
    expect(answers.map(({ error }) => error?.details ?? '').sort()).toEqual(['', 'colleague_wrote']);
    expect(await threadPage(maria, maria.id)).toHaveLength(2);
    // The own ones count as seen, and a repeated request is the same message.
    const message = { message_id: randomUUID(), seen_up_to: await sequence() };
    for (const body of ['One', 'One']) await office.toClient(maria, body, message).throwOnError();
    await office.toClient(maria, 'Two', { seen_up_to: message.seen_up_to }).throwOnError();
    await colleague.toClient(maria, 'Three', { seen_up_to: await sequence() }).throwOnError();
    expect((await office.toClient(maria, 'One', message)).error).toBeNull();
    expect(await threadPage(maria, maria.id)).toHaveLength(5);
  });
});

describe('a question', () => {
  test('is open until it is answered, and shows its answer', async () => {
    const { data: question } = await office
      .toClient(maria, 'When were you born?', {
        is_question: true,
        about_year: 2025,
        about_field: 'birthDay',
      })
      .throwOnError();
    expect(await openQuestions(maria, maria.id)).toMatchObject([{ message_id: question.id }]);
    expect(await threadSummary(clerk, maria.id, true)).toMatchObject({ open_questions: 1, waiting: 0 });
    // An ordinary message doesn't close it.
    await writeToOffice(maria, 'I will look').throwOnError();
    expect(await openQuestions(clerk, maria.id)).toHaveLength(1);
    expect(await threadPage(maria, maria.id, { open_questions_only: true })).toMatchObject([
      { id: question.id },
    ]);
    const answer = { message_id: randomUUID(), answers: question.id };
    await writeToOffice(maria, 'In May', answer).throwOnError();
    await writeToOffice(maria, 'In May', answer).throwOnError();
    expect(await openQuestions(clerk, maria.id)).toEqual([]);
    expect(await threadPage(clerk, maria.id)).toMatchObject([
      { body: 'In May', answers_question: 'When were you born?' },
      { body: 'I will look' },
      { id: question.id, answer: 'In May' },
    ]);
    expect((await writeToOffice(maria, 'In June', { answers: question.id })).error?.code).toBe('PT409');
    expect(await threadPage(clerk, maria.id)).toHaveLength(3);
  });

  test('is answered once by two devices at the same time', async () => {
    const { data: question } = await office
      .toClient(maria, 'Which bank?', { is_question: true })
      .throwOnError();
    const answers = await Promise.all(
      ['One', 'Two'].map((body) => writeToOffice(maria, body, { answers: question.id })),
    );
    expect(answers.map(({ error }) => error?.code ?? '').sort()).toEqual(['', 'PT409']);
    expect(await threadPage(clerk, maria.id)).toHaveLength(2);
  });

  test('of another client, or an ordinary message, takes no answer', async () => {
    const other = await createPerson(portal);
    const { data: question } = await office
      .toClient(other, 'Which bank?', { is_question: true })
      .throwOnError();
    const { data: message } = await office.toClient(maria, 'Hello').throwOnError();
    for (const { id } of [question, message]) {
      expect((await writeToOffice(maria, 'This one', { answers: id })).error?.code).toBe('PT409');
    }
    expect(await openQuestions(other, other.id)).toHaveLength(1);
  });

  test('can be settled by staff, as when the client calls', async () => {
    const { data: question } = await office
      .toClient(maria, 'Which bank?', { is_question: true })
      .throwOnError();
    await clerk.client.rpc('settle_question', { message_id: question.id }).throwOnError();
    expect(await openQuestions(clerk, maria.id)).toEqual([]);
    expect((await threadPage(maria, maria.id))[0]).toMatchObject({
      answer: null,
      settled_at: expect.any(String),
    });
  });
});

describe('the inbox', () => {
  const counted = async () => {
    const { data } = await clerk.client
      .rpc('office_queues', { new_files_since: '2026-01-01' })
      .eq('queue', 'messages')
      .throwOnError()
      .single<{ waiting: number }>();
    return data.waiting;
  };

  test('has a client who waits, once, until the office replies', async () => {
    const before = await counted();
    await writeToOffice(maria, 'Hello').throwOnError();
    await writeToOffice(maria, 'Anyone there?').throwOnError();
    expect(await office.waiting(maria)).toMatchObject([{ messages: 2, latest: 'Anyone there?' }]);
    expect(await office.waiting(maria, 'mine')).toEqual([]);
    expect(await counted()).toBe(before + 1);
    await clerk.client
      .from('client_details')
      .insert({ client_id: maria.id, preparer_id: clerk.id })
      .throwOnError();
    expect(await office.waiting(maria, 'mine')).toHaveLength(1);
    await office.toClient(maria, 'Yes').throwOnError();
    expect(await office.waiting(maria)).toEqual([]);
    expect(await counted()).toBe(before);
  });

  test('counts messages until they are answered, on the tile as on the tab', async () => {
    const before = await counted();
    const [message] = await portal.database.query<{ id: string }>(
      `insert into public.contact_submissions (name, email, subject, message)
       values ('Ana', 'ana@example.com', 'pricing', 'How much is it?') returning id`,
    );
    const become = (status: string) =>
      portal.database.query('update public.contact_submissions set status = $2 where id = $1', [
        message?.id,
        status,
      ]);
    expect(await counted()).toBe(before + 1);
    await become('open');
    expect(await counted()).toBe(before + 1);
    await become('answered');
    expect(await counted()).toBe(before);
  });

  test('loses a thread that needs no reply, but not what came later', async () => {
    await writeToOffice(maria, 'Thank you').throwOnError();
    const upTo = (await threadPage(clerk, maria.id))[0]?.sequence;
    await writeToOffice(maria, 'One more thing').throwOnError();
    await clerk.client.rpc('settle_thread', { client_id: maria.id, up_to: upTo }).throwOnError();
    expect(await office.waiting(maria)).toMatchObject([{ messages: 1, latest: 'One more thing' }]);
  });
});

describe('an internal note', () => {
  const NOTE = 'Seems to hide a second job. Ask the boss first.';

  beforeEach(() =>
    clerk.client.from('client_notes').insert({ user_id: maria.id, body: NOTE }).throwOnError(),
  );

  test.each([
    ['as it is', NOTE],
    ['with other blanks and capitals', `  ${NOTE.toUpperCase().replaceAll(' ', ' \n ')}`],
    ['inside of a message', `Hello Maria,\n${NOTE}\nSam`],
    ['in part', 'Seems to hide a second job.'],
  ])('%s is sent only if it is meant', async (_how, body) => {
    const message = { message_id: randomUUID() };
    const refused = await office.toClient(maria, body, message);
    expect(refused.error).toMatchObject({ code: 'PT409', message: 'This is the text of an internal note' });
    expect(await threadPage(maria, maria.id)).toEqual([]);
    await office.toClient(maria, body, { ...message, even_a_note: true }).throwOnError();
    // Sent again after a lost response.
    await office.toClient(maria, body, message).throwOnError();
    expect(await threadPage(maria, maria.id)).toHaveLength(1);
  });

  test('of several lines is found by one of them', async () => {
    const body = `Called on Monday\nWants to pay half of the fee in cash\nCall again`;
    await clerk.client.from('client_notes').insert({ user_id: maria.id, body }).throwOnError();
    const refused = await office.toClient(maria, 'Hello,\nwants to pay half of the fee in cash, as agreed');
    expect(refused.error?.code).toBe('PT409');
    await office.toClient(maria, 'We called on Monday. Please call again.').throwOnError();
  });

  test('allows notes of other clients and very short ones', async () => {
    const other = await createPerson(portal);
    await office.toClient(other, NOTE).throwOnError();
    await clerk.client.from('client_notes').insert({ user_id: maria.id, body: 'Called' }).throwOnError();
    await office.toClient(maria, 'Called you today').throwOnError();
    expect((await office.toClient(maria, 'called')).error?.code).toBe('PT409');
  });
});
