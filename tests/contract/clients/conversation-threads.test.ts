import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import {
  LAST,
  markRead,
  officeOf,
  openQuestions,
  threadPage,
  threadSummary,
  writeToOffice,
} from '../support/conversation.ts';
import { mergeClients, undoMerge, upload } from '../support/merges.ts';

const portal = portalForFile();
let clerk: Person;
let maria: Person;
let office: ReturnType<typeof officeOf>;

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'super' });
  office = officeOf(clerk);
});
beforeEach(async () => {
  maria = await createPerson(portal, { data: { first_name: 'Maria', last_name: 'Lopez' } });
});

describe('the mail about a message', () => {
  const mailsTo = ({ email }: Person) =>
    portal.database.query<{ id: string; status: string; facts: object }>(
      `select id, status, facts from public.email_queue
       where recipient = $1 and letter = 'thread_message' order by created_at`,
      [email.toLowerCase()],
    );
  const hurry = async () => {
    await portal.database.query(
      `update public.email_queue set next_attempt_at = now() where letter = 'thread_message' and status = 'pending'`,
    );
    await portal.database.query(`select pg_notify('email_queue', '')`);
  };

  test('leaves out the text, and is sent once until the client has read everything', async () => {
    await office.toClient(maria, 'Your refund is 4,321 dollars').throwOnError();
    await office.toClient(maria, 'Please call').throwOnError();
    expect(await mailsTo(maria)).toMatchObject([{ status: 'pending', facts: { first_name: 'Maria' } }]);
    await hurry();
    const mail = await portal.mailTo(maria.email);
    expect(mail.subject).toBe('You have a new message');
    expect(mail.text).toContain('/account/messages');
    for (const part of [mail.text, mail.html, mail.subject]) expect(part).not.toContain('4,321');
    await office.toClient(maria, 'Hello?').throwOnError();
    expect(await mailsTo(maria)).toHaveLength(1);
    await markRead(maria, maria.id);
    await office.toClient(maria, 'Another one').throwOnError();
    expect(await mailsTo(maria)).toHaveLength(2);
  });

  test.each([
    ['that failed', `update public.email_queue set status = 'failed' where recipient = $1`],
    [
      'of two days ago',
      `update public.email_queue set status = 'sent', created_at = now() - interval '2 days' where recipient = $1`,
    ],
    [
      'to another address',
      `update public.email_queue set to_email = 'before-' || to_email where recipient = $1`,
    ],
    ['that is no longer in the queue', 'delete from public.email_queue where recipient = $1'],
  ])('comes again after one %s', async (_, change) => {
    await office.toClient(maria, 'Hello').throwOnError();
    await portal.database.query(change, [maria.email.toLowerCase()]);
    const before = (await mailsTo(maria)).length;
    await office.toClient(maria, 'Are you there?').throwOnError();
    await office.toClient(maria, 'Please call').throwOnError();
    expect(await mailsTo(maria)).toHaveLength(before + 1);
  });

  test('is not sent to who reads it at once', async () => {
    await office.toClient(maria, 'Hello').throwOnError();
    await markRead(maria, maria.id);
    expect(await mailsTo(maria)).toMatchObject([{ status: 'dismissed', facts: {} }]);
  });

  test('goes to members who may answer, with the address of the client', async () => {
    const [spouse, helper] = await Promise.all([createPerson(portal), createPerson(portal)]);
    const add = (member: Person, rights: string[]) =>
      clerk.client
        .rpc('save_client_member', { client_id: maria.id, member_id: member.id, relation: 'helper', rights })
        .throwOnError();
    await add(spouse, ['see', 'answer']);
    await add(helper, ['see', 'upload']);
    await office.toClient(maria, 'Hello').throwOnError();
    expect(await mailsTo(spouse)).toMatchObject([{ facts: { client_id: maria.id } }]);
    expect(await mailsTo(helper)).toEqual([]);
    await clerk.client.rpc('end_client_member', { client_id: maria.id, member_id: spouse.id }).throwOnError();
    await markRead(maria, maria.id);
    await office.toClient(maria, 'Again').throwOnError();
    expect(await mailsTo(spouse)).toHaveLength(1);
    expect((await writeToOffice({ ...spouse, id: maria.id }, 'Hello')).error?.code).toBe('42501');
    expect(await threadPage(spouse, maria.id)).toEqual([]);
  });
});

test('that no one can be mailed about is known to the office', async () => {
  const helper = await createPerson(portal);
  const id = randomUUID();
  await clerk.client
    .rpc('save_client', { client_id: id, kind: 'business', first_name: '', last_name: 'Lopez Bakery LLC' })
    .throwOnError();
  const letThem = (rights: string[]) =>
    clerk.client
      .rpc('save_client_member', { client_id: id, member_id: helper.id, relation: 'owner', rights })
      .throwOnError();
  await letThem(['see']);
  expect(await threadSummary(clerk, id, true)).toMatchObject({ has_reader: false });
  await letThem(['see', 'answer']);
  expect(await threadSummary(clerk, id, true)).toMatchObject({ has_reader: true });
});

describe('reading', () => {
  test('is known to the other side, and never goes back', async () => {
    await office.toClient(maria, 'Hello').throwOnError();
    expect(await threadSummary(maria, maria.id)).toMatchObject({
      unread: 1,
      seen_up_to: 0,
      has_reader: null,
    });
    await markRead(maria, maria.id);
    const newest = (await threadPage(maria, maria.id))[0]?.sequence;
    expect(await threadSummary(maria, maria.id)).toMatchObject({ unread: 0 });
    expect(await threadSummary(clerk, maria.id, true)).toMatchObject({
      seen_up_to: newest,
      has_reader: true,
    });
    await maria.client.rpc('mark_thread_read', { client_id: maria.id, up_to: 1 }).throwOnError();
    expect(await threadSummary(clerk, maria.id, true)).toMatchObject({ seen_up_to: newest });
    await writeToOffice(maria, 'Hi').throwOnError();
    await markRead(clerk, maria.id, true);
    expect(await threadSummary(maria, maria.id)).toMatchObject({
      seen_up_to: (await threadPage(maria, maria.id))[0]?.sequence,
    });
  });

  test('5,000 messages takes pages, each message once, newest first', async () => {
    await portal.database.query(
      `insert into public.thread_messages (id, client_id, side, author_id, body, settled_at, year)
       select gen_random_uuid(), $1, case when n % 2 = 0 then 'client' else 'office' end, $1, n::text as body, now(), 2026
       from generate_series(1, 5000) as n order by n`,
      [maria.id],
    );
    const found: string[] = [];
    let before: number | undefined;
    for (let pages = 1; ; pages++) {
      const rows = await threadPage(maria, maria.id, {
        page_size: 5000,
        ...(before && { before_sequence: before }),
      });
      expect(rows.length).toBeLessThanOrEqual(200);
      found.push(...rows.map(({ body }) => body));
      before = rows.at(-1)?.sequence;
      if (rows.length === 0) {
        expect(pages).toBe(26);
        break;
      }
    }
    expect(found).toEqual(Array.from({ length: 5000 }, (_, at) => String(5000 - at)));
    expect(await threadSummary(maria, maria.id)).toMatchObject({ unread: 100 });
  });
});

describe('a thread', () => {
  test('moves with a merge, in the order of its messages, and back', async () => {
    const other = await createPerson(portal);
    await upload(other, `${other.id}/w2.txt`, 'W-2');
    await office.toClient(maria, 'One').throwOnError();
    await writeToOffice(other, 'Two', {
      document_ids: [await office.document(other, 'w2.txt')],
    }).throwOnError();
    await writeToOffice(maria, 'Three').throwOnError();
    const { mergeId } = await mergeClients(portal.url, clerk.client, {
      source: other.id,
      target: maria.id,
    });
    expect((await threadPage(maria, maria.id)).map(({ body }) => body)).toEqual(['Three', 'Two', 'One']);
    expect((await threadPage(maria, maria.id))[1]?.documents).toMatchObject([{ name: 'w2.txt' }]);
    expect(await office.waiting(other)).toEqual([]);
    expect(await office.waiting(maria)).toMatchObject([{ messages: 2 }]);
    expect((await writeToOffice(other, 'Too late')).error?.code).toBe('42501');
    expect((await office.toClient(other, 'Too late')).error?.code).toBe('42501');
    await office.toClient(maria, 'Four').throwOnError();
    await undoMerge(portal.url, clerk.client, mergeId);
    expect((await threadPage(maria, maria.id)).map(({ body }) => body)).toEqual(['Four', 'Three', 'One']);
    expect(await threadPage(other, other.id)).toMatchObject([
      { body: 'Two', documents: [{ name: 'w2.txt' }] },
    ]);
  });

  test('has what a reader hasn’t read as new after a merge, and nothing else', async () => {
    const other = await createPerson(portal);
    for (const body of ['One', 'Two']) await office.toClient(other, body).throwOnError();
    await office.toClient(maria, 'Three').throwOnError();
    await markRead(maria, maria.id);
    await writeToOffice(other, 'Four').throwOnError();
    await markRead(clerk, other.id, true);
    await markRead(clerk, maria.id, true);
    await mergeClients(portal.url, clerk.client, { source: other.id, target: maria.id });
    expect(await threadSummary(maria, maria.id)).toMatchObject({ unread: 3 });
    expect(await threadSummary(clerk, maria.id, true)).toMatchObject({ unread: 0 });
    await markRead(maria, maria.id);
    expect(await threadSummary(maria, maria.id)).toMatchObject({ unread: 0 });
  });

  test('has the marks of before after a merge is undone, or what was read since', async () => {
    const other = await createPerson(portal);
    await office.toClient(other, 'One').throwOnError();
    await office.toClient(maria, 'Two').throwOnError();
    await markRead(maria, maria.id);
    const merge = async () =>
      (await mergeClients(portal.url, clerk.client, { source: other.id, target: maria.id })).mergeId;
    const first = await merge();
    expect(await threadSummary(maria, maria.id)).toMatchObject({ unread: 2 });
    await undoMerge(portal.url, clerk.client, first);
    expect(await threadSummary(maria, maria.id)).toMatchObject({ unread: 0 });
    expect(await threadSummary(other, other.id)).toMatchObject({ unread: 1 });
    await writeToOffice(other, 'Three').throwOnError();
    const second = await merge();
    await markRead(clerk, maria.id, true);
    await undoMerge(portal.url, clerk.client, second);
    expect(await threadSummary(clerk, other.id, true)).toMatchObject({ unread: 0 });
  });

  test('loses nothing to a merge at the same time', async () => {
    const other = await createPerson(portal);
    const bodies = Array.from({ length: 12 }, (_, at) => `Message ${at}`);
    const [written] = await Promise.all([
      Promise.all(bodies.map((body) => office.toClient(other, body))),
      mergeClients(portal.url, clerk.client, { source: other.id, target: maria.id }),
    ]);
    const posted = bodies.filter((_, at) => !written[at]?.error);
    expect(written.flatMap(({ error }) => (error ? [error.code] : []))).toEqual(
      Array.from({ length: bodies.length - posted.length }, () => '42501'),
    );
    const found = (await threadPage(clerk, maria.id)).map(({ body }) => body);
    expect(found.toSorted()).toEqual(posted.toSorted());
    expect(await threadPage(clerk, other.id)).toEqual([]);
  });

  test('is closed to a member whose access has ended', async () => {
    const spouse = await createPerson(portal);
    await upload(maria, `${maria.id}/w2.txt`, 'W-2');
    const file = await office.document(maria, 'w2.txt');
    await clerk.client
      .rpc('save_client_member', {
        client_id: maria.id,
        member_id: spouse.id,
        relation: 'spouse',
        rights: ['see', 'answer'],
      })
      .throwOnError();
    await office.toClient(maria, 'Which bank?', { is_question: true, about_document: file }).throwOnError();
    await writeToOffice({ ...spouse, id: maria.id }, 'Ours', { document_ids: [file] }).throwOnError();
    expect(await threadPage(spouse, maria.id)).toHaveLength(2);
    await clerk.client.rpc('end_client_member', { client_id: maria.id, member_id: spouse.id }).throwOnError();
    expect(await threadPage(spouse, maria.id)).toEqual([]);
    expect(await openQuestions(spouse, maria.id)).toEqual([]);
    expect(await threadSummary(spouse, maria.id)).toEqual({
      unread: 0,
      open_questions: 0,
      waiting: 0,
      seen_up_to: 0,
      has_reader: null,
    });
    for (const table of ['thread_messages', 'thread_attachments', 'thread_reads']) {
      const { data } = await spouse.client
        .from(table)
        .select('client_id')
        .eq('client_id', maria.id)
        .throwOnError();
      expect(data, table).toEqual([]);
    }
    const marked = await spouse.client.rpc('mark_thread_read', { client_id: maria.id, up_to: LAST });
    expect(marked.error?.code).toBe('42501');
    // What they wrote stays.
    expect(await threadPage(maria, maria.id)).toMatchObject([{ body: 'Ours' }, { body: 'Which bank?' }]);
  });

  test('keeps what former staff wrote, and is closed to them', async () => {
    const former = await createPerson(portal, { role: 'admin', data: { first_name: 'Alex' } });
    const before = officeOf(former);
    const { data: question } = await before
      .toClient(maria, 'Which bank?', { is_question: true })
      .throwOnError();
    await writeToOffice(maria, 'Let me look').throwOnError();
    await portal.database.query(`update public.user_profiles set role = 'client' where user_id = $1`, [
      former.id,
    ]);
    expect(await threadPage(former, maria.id)).toEqual([]);
    expect(await threadSummary(former, maria.id, true)).toMatchObject({ unread: 0, has_reader: null });
    const refused = await Promise.all([
      before.toClient(maria, 'Hello'),
      former.client.rpc('mark_thread_read', { client_id: maria.id, up_to: LAST, for_office: true }),
      former.client.rpc('settle_thread', { client_id: maria.id, up_to: LAST }),
      former.client.rpc('settle_question', { message_id: question.id }),
      former.client.rpc('waiting_threads', {}),
      former.client.rpc('waiting_thread_counts', {}),
    ]);
    expect(refused.map(({ error }) => error?.code)).toEqual(refused.map(() => '42501'));
    expect(await threadPage(maria, maria.id)).toMatchObject([
      { body: 'Let me look', settled_at: null },
      { body: 'Which bank?', author_name: 'Alex', settled_at: null },
    ]);
  });

  test('goes with the account', async () => {
    await writeToOffice(maria, 'Hello').throwOnError();
    await markRead(maria, maria.id);
    await portal.database.query('delete from auth.users where id = $1', [maria.id]);
    for (const table of ['thread_messages', 'thread_reads', 'thread_attachments']) {
      expect(
        await portal.database.query(`select from public.${table} where client_id = $1`, [maria.id]),
      ).toEqual([]);
    }
  });

  test('shows a former member only the messages of their years', async () => {
    const former = await createPerson(portal);
    await writeToOffice(maria, 'Now').throwOnError();
    await portal.database.query(
      `insert into public.thread_messages (id, client_id, side, author_id, body, year, created_at)
       values (gen_random_uuid(), $1, 'client', $1, 'Then', 2020, '2020-06-01')`,
      [maria.id],
    );
    await clerk.client
      .rpc('save_client_member', {
        client_id: maria.id,
        member_id: former.id,
        relation: 'spouse',
        rights: ['see'],
        last_year: 2020,
      })
      .throwOnError();
    expect((await threadPage(former, maria.id)).map(({ body }) => body)).toEqual(['Then']);
    const marked = await former.client.rpc('mark_thread_read', { client_id: maria.id, up_to: LAST });
    expect(marked.error?.code).toBe('42501');
  });
});
