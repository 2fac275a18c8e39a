import { describe, expect, test } from 'vitest';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import { signedPass } from '#tests/support/captcha.ts';
import { createPerson } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, portalForFile, STAFF_INBOX } from '#tests/support/server/portal.ts';

/** The demo office's. The office reads another one. */
const PUBLISHED = 'office@nutmegtax.example';

const portal = portalForFile('visitors');
interface Extra {
  pass?: string;
  bearer?: string;
  prefer?: string;
}

/** With plain HTTP. */
function post(table: string, body: unknown, { pass, bearer = PUBLISHABLE_KEY, prefer }: Extra = {}) {
  return fetch(`${portal.url}/rest/v1/${table}`, {
    method: 'POST',
    headers: {
      apikey: PUBLISHABLE_KEY,
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      ...(pass && { [CAPTCHA_PASS_HEADER]: pass }),
      ...(prefer && { prefer }),
    },
    body: JSON.stringify(body),
  });
}

const notice = (more: object = {}) => ({
  to_email: PUBLISHED,
  subject: 'New Appointment Booked: Ana',
  body: '<p>Name: Ana</p>',
  email_type: 'appointment',
  status: 'pending',
  ...more,
});

/** The pass of a booked appointment. */
async function spentPass(): Promise<string> {
  const pass = await signedPass('appointment');
  const booked = await post(
    'appointments',
    { name: 'Ana', phone: '+12035550100', status: 'pending' },
    { pass },
  );
  expect(booked.status).toBe(201);
  return pass;
}

const queued = async () =>
  (await portal.database.query(`select from public.email_queue where letter = 'visitor_notice'`)).length;

describe('the appointment notice', () => {
  test('is sent to the inbox that the office reads, once per pass', async () => {
    const pass = await spentPass();
    const before = await queued();
    expect((await post('email_queue', notice(), { pass })).status).toBe(201);
    const mail = await portal.mailTo(STAFF_INBOX);
    expect(mail).toMatchObject({ subject: 'New Appointment Booked: Ana', to: [{ address: STAFF_INBOX }] });
    expect(mail.text).toContain('> Name: Ana');
    expect(mail.html).toContain('<p>Name: Ana</p>');
    const again = await post('email_queue', notice(), { pass });
    expect([again.status, (await again.json()).code]).toEqual([401, '42501']);
    expect(await queued()).toBe(before + 1);
  });

  test('is written once for concurrent requests; two in one body are rejected', async () => {
    const pass = await spentPass();
    const before = await queued();
    const many = await post('email_queue', [notice(), notice()], { pass });
    expect(many.status).toBe(401);
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await post('email_queue', notice(), { pass })).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(await queued()).toBe(before + 1);
  });

  test('contains no markup, link or header from the visitor', async () => {
    const pass = await spentPass();
    const subject =
      'New Appointment Booked: <b>Eve</b>\r\nBcc: victim@mail.example\r\n\r\n<script>1</script>';
    const body = `<h1>Eve</h1><script>fetch('//evil.example')</script><a href="https://evil.example">sign in</a>
      <img src="https://evil.example/seen.gif" onerror="x()"></div></body></html><style>body{display:none}</style>
      <p style="position:fixed;inset:0">over all</p>\r\n.\r\nQUIT\r\n--boundary\r\nContent-Type: text/html`;
    expect((await post('email_queue', notice({ subject, body }), { pass })).status).toBe(201);
    const mail = await portal.mailTo(STAFF_INBOX, (one) => one.subject?.includes('Eve') === true);
    expect(mail.subject).toBe(
      'New Appointment Booked: <b>Eve</b> Bcc: victim@mail.example <script>1</script>',
    );
    expect([mail.to?.map(({ address }) => address), mail.cc ?? [], mail.bcc ?? []]).toEqual([
      [STAFF_INBOX],
      [],
      [],
    ]);
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail.html).not.toMatch(/<script|<img|onerror|href="https:\/\/evil|position:fixed|display:none}/);
    expect(mail.html).toContain('<p>over all</p>');
    expect(mail.html?.match(/<\/body>/g)).toHaveLength(1);
    expect(mail.text).toContain('> sign in');
    expect(mail.text).not.toContain('evil.example');
    expect(mail.attachments).toEqual([]);
  });

  test.each([
    ['to somebody else', { to_email: 'victim@mail.example' }],
    ['to the office and somebody else', { to_email: `${STAFF_INBOX}, victim@mail.example` }],
    ['of another type', { email_type: 'recovery' }],
    ['as if sent', { status: 'sent' }],
    ['with a subject of the own choice', { subject: 'Your password expires' }],
    ['with a name that is missing', { subject: 'New Appointment Booked: ' }],
    ['with an endless subject', { subject: `New Appointment Booked: ${'x'.repeat(300)}` }],
    ['without a body', { body: '' }],
    ['with an endless body', { body: 'x'.repeat(10_001) }],
    ['with a letter of the office', { letter: 'return_status' }],
    ['with facts', { facts: { html: '<p>x</p>' } }],
    ['with a text part', { text_body: 'x' }],
    ['under an id of the own choice', { id: '5b0c8a52-0000-4000-8000-000000000000' }],
    ['for later', { next_attempt_at: '2020-01-01T00:00:00Z' }],
    ['before all others', { urgent: true }],
  ])('is rejected %s, without spending the pass', async (_what, more) => {
    const pass = await spentPass();
    const before = await queued();
    const refused = await post('email_queue', notice(more), { pass });
    expect([400, 401, 403]).toContain(refused.status);
    expect(await queued()).toBe(before);
    expect((await post('email_queue', notice(), { pass })).status).toBe(201);
  });

  test('requires the pass of an appointment', async () => {
    const unspent = await signedPass('appointment');
    const contact = await signedPass('contact');
    const message = {
      name: 'Ana',
      email: 'a@mail.example',
      subject: 'other',
      message: 'Hello',
      status: 'new',
    };
    expect((await post('contact_submissions', message, { pass: contact })).status).toBe(201);
    for (const pass of ['', 'nonsense', unspent, contact]) {
      expect((await post('email_queue', notice(), { pass })).status).toBe(401);
    }
  });

  test('can’t be read back', async () => {
    const pass = await spentPass();
    const wanted = await post('email_queue', notice(), { pass, prefer: 'return=representation' });
    expect(wanted.status).toBe(401);
    const { client } = await createPerson(portal, { role: 'super' });
    expect((await client.from('email_queue').select('id')).error?.code).toBe('42501');
    expect((await post('email_queue', notice(), { pass })).status).toBe(201);
  });

  test('can be sent by signed-in users', async () => {
    const pass = await spentPass();
    const { client } = await createPerson(portal);
    const { data } = await client.auth.getSession();
    const bearer = data.session?.access_token ?? '';
    expect((await post('email_queue', notice(), { pass, bearer })).status).toBe(201);
  });
});
