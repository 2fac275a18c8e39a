import { beforeAll, describe, expect, test } from 'vitest';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import { contactSubjects } from '#domain/contact/subjects.ts';
import { signedPass } from '#tests/support/captcha.ts';
import { createPerson, freshEmail, type Person, visitor } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, portalForFile, STAFF_INBOX } from '#tests/support/server/portal.ts';
import { service } from '../support/rest-call.ts';

const portal = portalForFile('visitors');
let staff: Person;
let colleague: Person;

beforeAll(async () => {
  const named = (first_name: string) =>
    createPerson(portal, { role: 'admin', data: { first_name, last_name: 'Delgado' } });
  [staff, colleague] = await Promise.all([named('Sam'), named('Kim')]);
});

interface Stored {
  id: string;
  status: string;
  phone: string | null;
}

/** Like the page: plain HTTP with the publishable key. */
async function send(
  more: object = {},
  pass?: string,
): Promise<{ status: number; body: Stored & { code?: string } }> {
  const answer = await fetch(`${portal.url}/rest/v1/contact_submissions`, {
    method: 'POST',
    headers: {
      apikey: PUBLISHABLE_KEY,
      authorization: `Bearer ${PUBLISHABLE_KEY}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(pass !== undefined && { [CAPTCHA_PASS_HEADER]: pass }),
    },
    body: JSON.stringify({
      name: 'Rosa Delgado',
      email: freshEmail('rosa'),
      phone: null,
      subject: 'pricing',
      message: 'What does it cost?',
      status: 'new',
      ...more,
    }),
  });
  const body: unknown = await answer.json();
  return { status: answer.status, body: (Array.isArray(body) ? body[0] : body) as Stored };
}

const passFor = () => signedPass('contact');

async function sent(more: object = {}): Promise<Stored> {
  const { status, body } = await send(more, await passFor());
  expect(status).toBe(201);
  return body;
}

const reply = (who: Person, id: string, text: string, seen?: number) =>
  who.client.rpc('reply_to_message', {
    submission_id: id,
    reply: text,
    ...(seen !== undefined && { replies_seen: seen }),
  });

const queued = (letter: string, to: string) =>
  portal.database.query<{ id: string }>(
    'select id from public.email_queue where letter = $1 and to_email = $2',
    [letter, to],
  );

describe('a message', () => {
  test('needs a pass, which works once', async () => {
    expect(await send()).toMatchObject({ status: 401, body: { code: '42501' } });
    expect(await send({}, 'no pass at all')).toMatchObject({ status: 401 });
    const pass = await passFor();
    expect(await send({}, pass)).toMatchObject({ status: 201, body: { status: 'new', phone: null } });
    expect(await send({}, pass)).toMatchObject({ status: 401, body: { code: '42501' } });
  });

  test('that is invalid does not spend the pass or send a notice', async () => {
    const before = await queued('contact_received', STAFF_INBOX);
    const pass = await passFor();
    expect(await send({ message: '' }, pass)).toMatchObject({ status: 400, body: { code: '23514' } });
    expect(await send({ message: 'x'.repeat(10_001) }, pass)).toMatchObject({ status: 400 });
    for (const email of [
      '',
      'rosa',
      'rosa@',
      'a@example.com, b@example.com',
      'a@example.com\nBcc: b@example.com',
    ])
      expect(await send({ email }, pass), email).toMatchObject({ status: 400, body: { code: '23514' } });
    expect(await queued('contact_received', STAFF_INBOX)).toHaveLength(before.length);
    expect(await send({ message: 'x'.repeat(10_000) }, pass)).toMatchObject({ status: 201 });
  });

  test('must have a subject of the page', async () => {
    const pass = await passFor();
    for (const subject of ['', 'Pricing', 'pricing ', 'toString', 'hello']) {
      expect(await send({ subject }, pass), subject).toMatchObject({ status: 400, body: { code: '23514' } });
    }
    expect(await send({ subject: 'pricing' }, pass)).toMatchObject({ status: 201 });
    // The database accepts the page's subjects, so only the pass is missing.
    for (const { value } of contactSubjects) {
      expect(await send({ subject: value }), value).toMatchObject({ body: { code: '42501' } });
    }
    // service_role may use any subject.
    const { error } = await service(portal)
      .from('contact_submissions')
      .insert({ name: 'Rosa', email: 'rosa@example.com', subject: 'Paying in cash', message: 'Hello' });
    expect(error).toBeNull();
  });

  test('of an earlier release keeps its subject and can still be closed', async () => {
    const { id } = await sent();
    await portal.database.query('update public.contact_submissions set subject = $1 where id = $2', [
      'Old one',
      id,
    ]);
    const settled = await staff.client
      .from('contact_submissions')
      .update({ status: 'closed' })
      .eq('id', id)
      .select('subject, status')
      .single();
    expect(settled.data).toEqual({ subject: 'Old one', status: 'closed' });
  });

  test('sends the office a notice with only the name', async () => {
    const email = freshEmail('rosa');
    const name = `<img src=x onerror="alert(1)"> ${email.split('@')[0]}`;
    const { id } = await sent({ name, email, phone: '203-555-0177', message: 'My SSN is 123-45-6789' });
    const mail = await portal.mailTo(STAFF_INBOX, ({ subject }) => subject === `New message: ${name}`);
    expect(mail.html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
    expect(mail.html).not.toContain('<img');
    expect(`${mail.html}${mail.text}`).not.toMatch(/123-45-6789|555-0177|rosa-\w+@/);
    expect(mail.text).toContain(`/manage?queue=messages&message=${id}`);
  });
});

describe('a reply', () => {
  test('is mailed with the quoted message, in one thread with later replies', async () => {
    const email = freshEmail('rosa');
    const { id } = await sent({ email, message: 'What does it cost?\n<script>alert(1)</script>' });
    const first = await reply(staff, id, '  $80 to $120 & nothing <more>.\n');
    expect(first.error).toBeNull();
    expect(first.data).toMatchObject({ body: '$80 to $120 & nothing <more>.', author_name: 'Sam Delgado' });
    const one = await portal.mailTo(email);
    expect(one).toMatchObject({
      subject: 'Re: Pricing Questions',
      inReplyTo: `<contact-${id}@nutmegtax.example>`,
      references: `<contact-${id}@nutmegtax.example>`,
      replyTo: [{ address: 'hello@nutmegtax.example' }],
    });
    expect(one.text).toContain('Hello Rosa,\n\n$80 to $120 & nothing <more>.\n\nSam\n');
    expect(one.text).toContain('> What does it cost?\n> <script>alert(1)</script>');
    expect(one.html).not.toMatch(/<script|<more/);
    expect(one.headers.some(({ key }) => key === 'auto-submitted')).toBe(false);

    expect((await reply(colleague, id, 'And by phone?', 1)).error).toBeNull();
    const two = await portal.mailTo(email, ({ text }) => text?.includes('And by phone?') === true);
    expect(two.inReplyTo).toBe(one.messageId);
    expect(two.references).toBe(`<contact-${id}@nutmegtax.example> ${one.messageId}`);
    const { data } = await staff.client.from('contact_submissions').select().eq('id', id).single();
    // The first person to reply is responsible for it.
    expect(data).toMatchObject({ status: 'answered', assigned_to: staff.id });
  });

  test('is sent once for concurrent and repeated requests', async () => {
    const email = freshEmail('rosa');
    const { id } = await sent({ email });
    const [a, b] = await Promise.all([reply(staff, id, 'From Sam', 0), reply(colleague, id, 'From Kim', 0)]);
    const [won, lost] = a.error ? [b, a] : [a, b];
    expect(won.error).toBeNull();
    expect(lost).toMatchObject({
      status: 409,
      error: { message: 'Someone has already answered this message' },
    });
    expect((await reply(staff, id, 'From Sam', 0)).status).toBe(409);
    expect(await queued('contact_reply', email)).toHaveLength(1);
    expect((await reply(colleague, id, 'Having read it', 1)).error).toBeNull();
  });

  test('is possible if the responsible person is no longer staff', async () => {
    const former = await createPerson(portal, { role: 'admin' });
    const { id } = await sent();
    const keep = (who: string) =>
      staff.client.from('contact_submissions').update({ assigned_to: who }).eq('id', id);
    expect((await keep(former.id)).error).toBeNull();
    await portal.database.query(`update public.user_profiles set role = 'client' where user_id = $1`, [
      former.id,
    ]);
    expect((await reply(staff, id, 'Here we are.')).error).toBeNull();
    expect((await keep(staff.id)).error).toBeNull();
    expect((await keep(former.id)).error?.code).toBe('23514');
  });

  test('must not be empty, and is limited to twenty an hour', async () => {
    const { id } = await sent();
    expect(await reply(staff, id, ' \n\t ')).toMatchObject({
      status: 400,
      error: { message: 'Write something' },
    });
    for (let i = 0; i < 20; i++) expect((await reply(staff, id, `Answer ${i}`)).error).toBeNull();
    expect((await reply(staff, id, 'One more')).status).toBe(429);
  });

  test('shows the state of its mail', async () => {
    const { id } = await sent();
    const { data } = await reply(staff, id, 'Hello?');
    const state = async () => (await staff.client.rpc('reply_mails', { submission_id: id })).data?.[0];
    await expect.poll(async () => (await state())?.status, { timeout: 20_000 }).toBe('sent');
    expect((await state())?.reply_id).toBe(data?.id);
    const outside = await visitor(portal).rpc('reply_mails', { submission_id: id });
    expect(outside.status).toBe(401);
  });
});
