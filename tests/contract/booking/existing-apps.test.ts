import pg from 'pg';
import type { Email } from 'postal-mime';
import { expect, test } from 'vitest';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import { signedPass } from '#tests/support/captcha.ts';
import { visitor } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, portalForFile, STAFF_INBOX } from '#tests/support/server/portal.ts';
import { eventually } from '#tests/support/waiting.ts';
import { calendarAt, freshPhone, ROSA } from '../support/calendar.ts';

/** Existing apps insert an appointment, and write the notice to the office (0031_bookings_by_existing_apps). */
const portal = portalForFile('visitors');
function post(table: string, body: object, pass: string) {
  return fetch(`${portal.url}/rest/v1/${table}`, {
    method: 'POST',
    headers: {
      apikey: PUBLISHABLE_KEY,
      authorization: `Bearer ${PUBLISHABLE_KEY}`,
      'content-type': 'application/json',
      [CAPTCHA_PASS_HEADER]: pass,
    },
    body: JSON.stringify(body),
  });
}

/** Returns the pass. */
async function book(name: string, more: object = {}): Promise<string> {
  const pass = await signedPass('appointment');
  const booked = await post(
    'appointments',
    { name, phone: '+12035550142', status: 'pending', ...more },
    pass,
  );
  expect(booked.status).toBe(201);
  return pass;
}

/** The notice that they write after the appointment. */
const appNotice = (name: string, pass: string) =>
  post(
    'email_queue',
    {
      to_email: STAFF_INBOX,
      subject: `New Appointment Booked: ${name}`,
      body: '<p>from the app</p>',
      email_type: 'appointment',
      status: 'pending',
    },
    pass,
  );

const subjectIs = (name: string) => (mail: Email) => mail.subject === `New Appointment Booked: ${name}`;

interface Notice {
  letter: string;
  status: string;
}

/** The notices of one booking: the database's by its facts, the app's by its subject. */
const noticesOf = (name: string) =>
  portal.database.query<Notice>(
    `select letter, status from public.email_queue
     where facts ->> 'name' = $1 or subject = 'New Appointment Booked: ' || $1 order by created_at`,
    [name],
  );

/** Makes the notice due and waits until it is sent. */
async function sendQueuedNotice(name: string): Promise<void> {
  const rows = await portal.database.query<{ id: string }>(
    `update public.email_queue set next_attempt_at = now() where facts ->> 'name' = $1 returning id`,
    [name],
  );
  expect(rows).toHaveLength(1);
  await portal.database.query(`select pg_notify('email_queue', '')`);
  await eventually(async () => {
    const [row] = await portal.database.query<Notice>('select status from public.email_queue where id = $1', [
      rows[0]?.id,
    ]);
    return row?.status === 'sent';
  });
}

test('a booking notifies the office, after five seconds for the app’s own notice', async () => {
  const name = 'Ana <b>López</b>';
  await book(name, { email: 'ana@mail.example' });
  const waits = `select from public.email_queue
    where facts ->> 'name' = $1 and next_attempt_at = created_at + interval '5 seconds'`;
  expect(await portal.database.query(waits, [name])).toHaveLength(1);
  const mail = await portal.mailTo(STAFF_INBOX, subjectIs(name));
  expect(mail.text).toContain(`Name: ${name}\nEmail: ana@mail.example\nPhone: (203) 555-0142`);
  expect(mail.html).toContain('&lt;b&gt;López');
});

test('a notice by an app replaces the queued one', async () => {
  const pass = await book('Bea');
  expect(await noticesOf('Bea')).toEqual([{ letter: 'booking_notice', status: 'pending' }]);
  expect((await appNotice('Bea', pass)).status).toBe(201);
  const mail = await portal.mailTo(STAFF_INBOX, subjectIs('Bea'));
  expect(mail.text).toContain('> from the app');
  // The mail is written before its row says so.
  await expect.poll(() => noticesOf('Bea')).toEqual([{ letter: 'visitor_notice', status: 'sent' }]);
});

test('a notice by an app after the queued one was sent is ignored', async () => {
  const pass = await book('Cleo');
  await sendQueuedNotice('Cleo');
  expect((await appNotice('Cleo', pass)).status).toBe(201);
  expect(await noticesOf('Cleo')).toEqual([{ letter: 'visitor_notice', status: 'dismissed' }]);
  const mail = await portal.mailTo(STAFF_INBOX, subjectIs('Cleo'));
  expect(mail.text).not.toContain('from the app');
});

test('an appointment of our own page without a time notifies the office once', async () => {
  const pass = await signedPass('appointment');
  expect((await calendarAt(portal.url).book({ name: 'Eva' }, pass)).status).toBe(201);
  expect((await appNotice('Eva', pass)).status).toBe(401);
  const mail = await portal.mailTo(STAFF_INBOX, subjectIs('Eva'));
  expect(mail.text).toContain('No time was chosen yet.');
});

test('an appointment has a valid address or none', async () => {
  const row = { name: 'Fay', phone: '+12035550142', status: 'pending' };
  const pass = await signedPass('appointment');
  for (const email of ['fay', 'a@example.com, b@example.com', 'a@example.com\nBcc: b@example.com']) {
    const refused = await post('appointments', { ...row, email }, pass);
    expect([email, (await refused.json()).code]).toEqual([email, '23514']);
  }
  expect((await post('appointments', { ...row, email: ' ' }, pass)).status).toBe(201);
  const emails = `select email from public.appointments where name = 'Fay'`;
  expect(await portal.database.query(emails)).toEqual([{ email: null }]);
});

test('the pass gives the appointment its time', async () => {
  const calendar = calendarAt(portal.url);
  const [start, other] = (await calendar.times()).slice(-2);
  const pass = await book('Gus', { phone: freshPhone() });
  const ask = (details: object) => calendar.post('calendar-book', details, pass);
  for (const details of [{ start }, { ...ROSA, phone: freshPhone(), start }])
    expect(await ask(details)).toMatchObject({ status: 201, body: { name: 'Gus', start } });
  expect(await ask({ start: other })).toMatchObject({ status: 410, body: { code: 'over' } });
});

test('confirming the appointment does not lock the calendar', async () => {
  const pass = await book('Hal');
  const other = new pg.Client({ connectionString: portal.database.url });
  await other.connect();
  try {
    // It would wait here if it took the lock.
    await other.query(`select pg_advisory_lock(hashtext('nutmeg.calendar'))`);
    const { data } = await visitor(portal)
      .from('appointments')
      .update({ status: 'confirmed', calendly_completed: true })
      .eq('name', 'Hal')
      .select('status')
      .setHeader(CAPTCHA_PASS_HEADER, pass);
    expect(data).toEqual([{ status: 'confirmed' }]);
  } finally {
    await other.end();
  }
});
