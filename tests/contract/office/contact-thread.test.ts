import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import { signedPass } from '#tests/support/captcha.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, portalForFile } from '#tests/support/server/portal.ts';
import { markRead, officeOf, threadPage, threadSummary } from '../support/conversation.ts';
import { tokenOf } from '../support/storage.ts';

const portal = portalForFile('visitors');
let clerk: Person;
let maria: Person;

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'admin', data: { first_name: 'Sam', last_name: 'Delgado' } });
});
beforeEach(async () => {
  maria = await createPerson(portal, { data: { first_name: 'Maria', last_name: 'Lopez' } });
});

/** Writes by the contact page, as a person who is logged in or as a visitor. Returns the message's id. */
async function write(email: string, by?: Person): Promise<string> {
  const answer = await fetch(`${portal.url}/rest/v1/contact_submissions`, {
    method: 'POST',
    headers: {
      apikey: PUBLISHABLE_KEY,
      authorization: `Bearer ${by ? await tokenOf(by.client) : PUBLISHABLE_KEY}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
      [CAPTCHA_PASS_HEADER]: await signedPass('contact'),
    },
    body: JSON.stringify({
      name: 'Someone',
      email,
      subject: 'pricing',
      message: 'What is it?',
      status: 'new',
    }),
  });
  expect(answer.status).toBe(201);
  const [{ id }] = (await answer.json()) as [{ id: string }];
  return id;
}
const reply = (id: string) =>
  clerk.client.rpc('reply_to_message', { submission_id: id, reply: 'About $80' }).throwOnError();
const forStaff = async (of = maria) => (await threadPage(clerk, of.id)) as object[];
const forClient = async (of = maria) => (await threadPage(of, of.id)) as object[];

describe('a message of the contact form', () => {
  test('of a client who is logged in is in the thread, and so is the answer', async () => {
    const id = await write('another@example.com', maria);
    await reply(id);
    const both = [
      { side: 'office', origin: 'form', body: 'About $80', author_name: 'Sam' },
      { side: 'client', origin: 'form', body: 'What is it?', author_name: 'Maria Lopez', staff_only: false },
    ];
    expect(await forClient()).toMatchObject(both);
    expect(await forStaff()).toMatchObject(both);
    expect(await threadSummary(maria, maria.id)).toMatchObject({ unread: 1 });
  });

  test('is answered in the conversation by someone who has seen it, and not twice', async () => {
    const asked = await write(maria.email, maria);
    const [{ sequence }] = (await forStaff()) as [{ sequence: number }];
    const later = await write(maria.email, maria);
    // A page of release 1.0.0 shows none of them.
    await officeOf(clerk).toClient(maria, 'We close at five').throwOnError();
    const other = await createPerson(portal, { role: 'admin', data: { first_name: 'Kim' } });
    await clerk.client
      .from('contact_submissions')
      .update({ assigned_to: other.id })
      .eq('id', asked)
      .throwOnError();
    await officeOf(clerk).toClient(maria, 'About $80', { seen_up_to: sequence }).throwOnError();
    const { data: rows } = await clerk.client
      .from('contact_submissions')
      .select('id, status, assigned_to')
      .in('id', [asked, later])
      .order('created_at')
      .throwOnError();
    expect(rows).toEqual([
      { id: asked, status: 'answered', assigned_to: other.id },
      { id: later, status: 'new', assigned_to: null },
    ]);
    const { data: replies } = await clerk.client
      .from('contact_replies')
      .select('submission_id, body, author_name, mail_id')
      .in('submission_id', [asked, later])
      .throwOnError();
    expect(replies).toEqual([
      { submission_id: asked, body: 'About $80', author_name: 'Sam Delgado', mail_id: null },
    ]);
    // In the thread once. A colleague who hasn't seen it can't also answer by mail; one who has can.
    expect((await forClient()).filter((one) => 'body' in one && one.body === 'About $80')).toHaveLength(1);
    const second = (replies_seen: number) =>
      other.client.rpc('reply_to_message', { submission_id: asked, reply: '$90', replies_seen });
    expect((await second(0)).error?.code).toBe('PT409');
    expect((await second(1)).error).toBeNull();
  });

  test('has one answer if two of the staff answer at once, by mail and in the conversation', async () => {
    const other = await createPerson(portal, { role: 'admin', data: { first_name: 'Kim' } });
    for (let round = 0; round < 5; round += 1) {
      const id = await write(maria.email, maria);
      const [{ sequence }] = (await forStaff()) as [{ sequence: number }];
      const both = await Promise.all([
        other.client.rpc('reply_to_message', { submission_id: id, reply: 'By mail', replies_seen: 0 }),
        officeOf(clerk).toClient(maria, 'Here', { seen_up_to: sequence }),
      ]);
      expect(both.map(({ error }) => error?.code ?? 'sent').sort()).toEqual([
        expect.stringMatching('23514|PT409'),
        'sent',
      ]);
    }
  });

  test('waits in the inbox, and not in the thread besides', async () => {
    await write(maria.email, maria);
    expect(await officeOf(clerk).waiting(maria)).toEqual([]);
    expect(await threadSummary(clerk, maria.id, true)).toMatchObject({ waiting: 0, unread: 1 });
  });

  test('with the address of a client is seen by staff only, as not confirmed; the answer too', async () => {
    await officeOf(clerk).toClient(maria, 'Hello').throwOnError();
    await reply(await write(maria.email.toUpperCase()));
    expect(await forStaff()).toMatchObject([
      { side: 'office', body: 'About $80', staff_only: true },
      { side: 'client', body: 'What is it?', author_name: 'Someone', staff_only: true },
      { body: 'Hello' },
    ]);
    expect(await forClient()).toMatchObject([{ body: 'Hello' }]);
    const { data } = await maria.client.from('thread_messages').select('body').throwOnError();
    expect(data).toEqual([{ body: 'Hello' }]);
    // What they can't see is not new to them, and keeps no mail waiting.
    expect(await threadSummary(maria, maria.id)).toMatchObject({ unread: 1 });
    const { data: shown } = await maria.client
      .from('thread_messages')
      .select('sequence')
      .single()
      .throwOnError();
    await maria.client.rpc('mark_thread_read', { client_id: maria.id, up_to: shown.sequence }).throwOnError();
    const left = await portal.database.query('select from nutmeg.thread_mails where client_id = $1', [
      maria.id,
    ]);
    expect(left).toEqual([]);
  });

  test.each([
    ['an unknown address', async () => 'no.one@example.com'],
    [
      'an address that isn’t confirmed',
      async () => {
        await portal.database.query('update public.user_profiles set confirmed = false where user_id = $1', [
          maria.id,
        ]);
        return maria.email;
      },
    ],
    [
      'the address of a person with two clients',
      async () => {
        const other = await createPerson(portal);
        await portal.database.query(
          `insert into public.client_members (client_id, user_id, relation, rights)
           values ($1, $2, 'spouse', array['see', 'answer'])`,
          [other.id, maria.id],
        );
        return maria.email;
      },
    ],
    ['the address of someone who works here', async () => clerk.email],
  ])('with %s stays in the inbox alone', async (_whose, address) => {
    const id = await write(await address());
    const joined = await portal.database.query(
      'select from public.thread_messages where submission_id = $1',
      [id],
    );
    expect(joined).toEqual([]);
  });

  test('of a person with several clients joins the latest conversation, which says so', async () => {
    const other = await createPerson(portal);
    await portal.database.query(
      `insert into public.client_members (client_id, user_id, relation, rights)
       values ($1, $2, 'spouse', array['see', 'answer'])`,
      [other.id, maria.id],
    );
    await officeOf(clerk).toClient(other, 'Hello').throwOnError();
    await write(maria.email, maria);
    expect(await forStaff(other)).toMatchObject([{ author_id: maria.id, is_guess: true }, {}]);
    expect(await forStaff()).toEqual([]);
  });

  test('may be longer than one that is written in the thread, and stays as it came', async () => {
    const id = await write(maria.email, maria);
    await clerk.client
      .rpc('reply_to_message', { submission_id: id, reply: 'a'.repeat(9_000) })
      .throwOnError();
    expect(await forClient()).toMatchObject([{ body: 'a'.repeat(9_000) }, {}]);
    await markRead(maria, maria.id);
    const { error } = await officeOf(clerk).toClient(maria, 'a'.repeat(5_001), { message_id: randomUUID() });
    expect(error?.code).toBe('23514');
  });
});
