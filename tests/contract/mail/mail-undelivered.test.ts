import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { eventually, portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
let admin: Person;
beforeAll(async () => {
  admin = await createPerson(portal, { role: 'admin' });
});
beforeEach(() => portal.database.query('delete from public.email_queue'));

const FAILED = { status: 'failed', attempts: 8, failure: 'unreachable', last_error: 'connect ECONNREFUSED' };

/** Inserts a mail as the worker leaves it. Returns the id. */
async function left(more: Record<string, unknown> = {}): Promise<string> {
  const row = {
    to_email: 'ana@mail.example',
    subject: 'Secret subject',
    body: '<p>secret link</p>',
    text_body: 'secret link',
    email_type: 'appointment_booked',
    failed_at: new Date(),
    ...FAILED,
    ...more,
  };
  const columns = Object.keys(row);
  const [mail] = await portal.database.query<{ id: string }>(
    `insert into public.email_queue (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})
     returning id`,
    Object.values(row),
  );
  return mail?.id ?? '';
}

const listed = async () => {
  const { data, error } = await admin.client.rpc('failed_mails');
  if (error) throw error;
  return data as Record<string, unknown>[];
};
const counted = async () => {
  const { data } = await admin.client.rpc('office_queues', { new_files_since: '2000-01-01' });
  return (data as { queue: string; waiting: number }[]).find(({ queue }) => queue === 'mails')?.waiting;
};
const row = async (id: string) =>
  (await portal.database.query('select * from public.email_queue where id = $1', [id]))[0];
const recorded = (id: string) =>
  portal.database.query('select actor_id, action from public.audit_log where subject_id = $1', [id]);
const inAnHour = () => new Date(Date.now() + 3_600_000);

describe('the list', () => {
  test('has the recipient and the reason, but not the content', async () => {
    const client = await createPerson(portal, { data: { first_name: 'Rosa', last_name: 'Núñez' } });
    // A sign-in may have sent a mail too.
    await portal.database.query('delete from public.email_queue');
    const id = await left({ to_email: client.email.toUpperCase() });
    const mails = await listed();
    expect(mails).toMatchObject([
      {
        id,
        to_email: client.email.toUpperCase(),
        client_id: client.id,
        client_name: 'Rosa Núñez',
        email_type: 'appointment_booked',
        ...FAILED,
        can_be_resent: true,
      },
    ]);
    expect(JSON.stringify(mails)).not.toMatch(/secret/i);
    expect(await counted()).toBe(1);
    expect((await client.client.rpc('failed_mails')).data).toEqual([]);
  });

  test('has a mail once, however many clients share its address', async () => {
    const client = await createPerson(portal);
    const child = { client_id: randomUUID(), kind: 'person', first_name: 'Lia', last_name: 'Diaz' };
    await admin.client.rpc('save_client', { ...child, email: client.email }).throwOnError();
    await portal.database.query('delete from public.email_queue');
    await left({ to_email: client.email });
    expect(await listed()).toMatchObject([{ client_id: client.id }]);
    await portal.database.query('delete from public.email_queue');
  });

  test('includes mails that have failed three times and are still retried', async () => {
    const waiting = { status: 'pending', failed_at: null, next_attempt_at: inAnHour() };
    const late = await left({ ...waiting, attempts: 3 });
    await left({ ...waiting, attempts: 2 });
    await left({ status: 'sent', failed_at: null });
    await left({ status: 'dismissed' });
    expect(await listed()).toMatchObject([{ id: late, status: 'pending', can_be_resent: false }]);
    expect(await counted()).toBe(1);
    expect((await admin.client.rpc('resend_mail', { mail_id: late })).error?.code).toBe('23514');
    expect((await admin.client.rpc('dismiss_mail', { mail_id: late })).error?.code).toBe('P0002');
  });
});

describe('sending again', () => {
  test('sends the mail at once with all attempts, and is recorded', async () => {
    const id = await left();
    expect((await admin.client.rpc('resend_mail', { mail_id: id })).error).toBeNull();
    const mail = await portal.mailTo('ana@mail.example');
    expect(mail).toMatchObject({ subject: 'Secret subject', text: 'secret link\n' });
    await eventually(async () => (await row(id))?.status === 'sent');
    expect(await row(id)).toMatchObject({ attempts: 1, failure: null, last_error: null, failed_at: null });
    expect(await listed()).toEqual([]);
    expect(await recorded(id)).toEqual([{ actor_id: admin.id, action: 'mail.resent' }]);
    expect((await admin.client.rpc('resend_mail', { mail_id: id })).error?.code).toBe('23514');
  });

  test('is not possible if the link has expired, as the list shows', async () => {
    const over = await left({ expires_at: new Date(Date.now() - 1000) });
    const withTimeout = await left({ expires_at: inAnHour() });
    const flags = new Map((await listed()).map((mail) => [mail.id, mail.can_be_resent]));
    expect([flags.get(over), flags.get(withTimeout)]).toEqual([false, true]);
    const { error } = await admin.client.rpc('resend_mail', { mail_id: over });
    expect(error).toMatchObject({ code: '23514', message: 'This email can’t be sent again' });
    expect(await row(over)).toMatchObject({ status: 'failed' });
    expect(await recorded(over)).toEqual([]);
  });

  test('of all mails skips permanent failures', async () => {
    const [down, busy] = [await left(), await left({ failure: 'busy', to_email: 'luis@mail.example' })];
    const gone = await left({ failure: 'bad_address' });
    const spam = await left({ failure: 'refused' });
    await left({ expires_at: new Date(Date.now() - 1000) });
    expect((await admin.client.rpc('resend_failed_mails')).data).toBe(2);
    for (const id of [down, busy]) await eventually(async () => (await row(id))?.status === 'sent');
    expect((await listed()).map(({ id }) => id)).toEqual(expect.arrayContaining([gone, spam]));
    expect(await counted()).toBe(3);
  });
});

test('a dismissed mail is not listed, has no content and can’t be sent', async () => {
  const id = await left();
  expect((await admin.client.rpc('dismiss_mail', { mail_id: id })).error).toBeNull();
  expect(await row(id)).toMatchObject({ status: 'dismissed', body: '', text_body: '', facts: {} });
  expect(await listed()).toEqual([]);
  expect(await counted()).toBe(0);
  expect((await admin.client.rpc('resend_mail', { mail_id: id })).error?.code).toBe('23514');
  expect(await recorded(id)).toEqual([{ actor_id: admin.id, action: 'mail.dismissed' }]);
});
