import type { Email } from 'postal-mime';
import { beforeAll, expect, test } from 'vitest';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import { signedPass } from '#tests/support/captcha.ts';
import {
  PUBLISHABLE_KEY,
  type SharedPortal,
  STAFF_INBOX,
  sharedPortal,
} from '#tests/support/server/portal.ts';
import { eventually } from '#tests/support/waiting.ts';
import { calendarAt } from '../support/calendar.ts';

let portal: SharedPortal;
beforeAll(async () => {
  portal = await sharedPortal('visitors');
});

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

/** Books as a visitor, and returns the pass. */
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

/** The notice that existing apps write after the appointment. */
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

test('a booking notifies the office', async () => {
  const name = 'Ana <b>López</b>';
  await book(name, { email: 'ana@mail.example' });
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
  expect(await noticesOf('Bea')).toEqual([{ letter: 'visitor_notice', status: 'sent' }]);
});

test('a notice by an app after the queued one was sent is ignored', async () => {
  const pass = await book('Cleo');
  await sendQueuedNotice('Cleo');
  expect((await appNotice('Cleo', pass)).status).toBe(201);
  expect(await noticesOf('Cleo')).toEqual([{ letter: 'visitor_notice', status: 'dismissed' }]);
  const mail = await portal.mailTo(STAFF_INBOX, subjectIs('Cleo'));
  expect(mail.text).not.toContain('from the app');
});

test('a booking with a time sends only the notice with the time', async () => {
  const calendar = calendarAt(portal.url);
  const pass = await signedPass('appointment');
  const [start = ''] = await calendar.times();
  expect((await calendar.book({ start, name: 'Dora' }, pass)).status).toBe(201);
  await portal.mailTo(STAFF_INBOX, ({ subject }) => subject?.startsWith('Appointment: Dora') === true);
  expect(
    await portal.database.query(
      `select from public.email_queue where letter = 'booking_notice' and facts ->> 'name' = 'Dora'`,
    ),
  ).toEqual([]);
});
