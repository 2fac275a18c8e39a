import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import { MAX_ATTEMPTS, type MailQueue, openMailQueue, type QueuedMail, retryDelaySeconds } from './queue.ts';
import { SEND_LIMIT_MS } from './worker.ts';

const testDatabase = databaseForFile();
let database: Database;
let queue: MailQueue;

beforeEach(async () => {
  await testDatabase.query('truncate public.email_queue, nutmeg.bad_addresses cascade');
  database = openDatabase({
    url: testDatabase.url,
    staffInbox: 'Office@example.com',
    onIdleError: (error) => {
      throw error;
    },
  });
  queue = openMailQueue(database);
});
afterEach(async () => {
  await database.close();
});

/** Queues `count` mails to an address, one millisecond apart, starting `minutesAgo`. */
function queued(to: string, count: number, { minutesAgo = 60, urgent = false } = {}) {
  return testDatabase.query(
    `insert into public.email_queue (to_email, subject, body, email_type, urgent, next_attempt_at, created_at)
     select $1, 's', 'b', 'test', $3, at, at
     from generate_series(1, $2::int) n, lateral (select now() - make_interval(mins => $4) + n * interval '1 ms') as t (at)`,
    [to, count, urgent, minutesAgo],
  );
}

const addresses = (mails: QueuedMail[]) => mails.map(({ to_email }) => to_email);
const refusal = { message: '550 no such user', permanent: true } as const;
const temporaryFailure = { failure: 'unreachable', message: 'no connection', permanent: false } as const;

async function sendAll(most = 100): Promise<string[]> {
  const mails = await queue.claim(most, []);
  for (const mail of mails) await queue.sent(mail);
  return addresses(mails);
}

/** Moves all times into the past. */
const advanceTime = (span: string) =>
  testDatabase.query(
    `update public.email_queue set next_attempt_at = next_attempt_at - $1::interval, tried_at = tried_at - $1::interval`,
    [span],
  );

describe('order', () => {
  test('many mails to one mailbox do not delay others', async () => {
    await queued('flood@example.com', 50);
    await queued('office@example.com', 50, { minutesAgo: 50 });
    await queued('ana@example.com', 1, { minutesAgo: 2 });
    await queued('luis@example.com', 1, { minutesAgo: 1 });
    expect(addresses(await queue.claim(6, []))).toEqual([
      'flood@example.com',
      'office@example.com',
      'ana@example.com',
      'luis@example.com',
      'flood@example.com',
      'office@example.com',
    ]);
  });

  test('prefers mailboxes without a mail in flight', async () => {
    await queued('flood@example.com', 5);
    await queued('ana@example.com', 1, { minutesAgo: 1 });
    expect(addresses(await queue.claim(1, ['flood@example.com']))).toEqual(['ana@example.com']);
    expect(addresses(await queue.claim(1, ['flood@example.com']))).toEqual(['flood@example.com']);
  });

  test('sends urgent mails first', async () => {
    await queued('ana@example.com', 3);
    await queued('luis@example.com', 1, { urgent: true, minutesAgo: 1 });
    expect(addresses(await queue.claim(2, ['luis@example.com']))).toEqual([
      'luis@example.com',
      'ana@example.com',
    ]);
  });
});

describe('limits per mailbox', () => {
  test('sends 20 in an hour and postpones the others', async () => {
    await queued('Ana@example.com', 30);
    await queued('luis@example.com', 1, { minutesAgo: 1 });
    const first = await sendAll();
    expect(first.filter((to) => to === 'Ana@example.com')).toHaveLength(20);
    expect(first).toContain('luis@example.com');
    expect(await sendAll()).toEqual([]);
    await advanceTime('59 minutes');
    expect(await sendAll()).toEqual([]);
    await advanceTime('2 minutes');
    expect(await sendAll()).toHaveLength(10);
  });

  test('sends 60 in a day', async () => {
    await queued('ana@example.com', 100);
    let sent = 0;
    for (let hour = 0; hour < 20; hour += 1) {
      sent += (await sendAll()).length;
      await advanceTime('61 minutes');
    }
    expect(sent).toBe(60);
    await advanceTime('5 hours');
    expect(await sendAll()).toHaveLength(20);
  });

  test('postpones later mails too', async () => {
    await queued('ana@example.com', 25);
    await sendAll();
    await queued('ana@example.com', 1, { minutesAgo: 1 });
    expect(await sendAll()).toEqual([]);
    await advanceTime('61 minutes');
    expect(await sendAll()).toHaveLength(6);
  });

  test('does not delay urgent mails', async () => {
    await queued('ana@example.com', 40);
    await sendAll();
    await queued('ana@example.com', 1, { urgent: true, minutesAgo: 1 });
    expect(await sendAll()).toEqual(['ana@example.com']);
  });

  test('does not limit the office’s mailbox', async () => {
    await queued('office@example.com', 90);
    expect(await sendAll()).toHaveLength(90);
  });

  test('counts only attempts that reached the mailbox’s server', async () => {
    await queued('ana@example.com', 25);
    for (const mail of await queue.claim(20, [])) await queue.failed(mail, temporaryFailure);
    expect(await sendAll(5)).toHaveLength(5);
    await queued('luis@example.com', 25);
    for (const mail of await queue.claim(20, [])) {
      await queue.failed(mail, { ...refusal, failure: 'refused' });
    }
    expect(await sendAll()).toEqual([]);
  });

  test('holds for concurrent workers together', async () => {
    await queued('ana@example.com', 60);
    const claims = await Promise.all(Array.from({ length: 8 }, () => queue.claim(5, [])));
    expect(claims.flat()).toHaveLength(20);
  });

  test('gives up a postponed mail when it expires, and deletes its content', async () => {
    await queued('ana@example.com', 21);
    await testDatabase.query(`update public.email_queue set expires_at = now() + interval '30 minutes'`);
    await sendAll();
    await testDatabase.query(`update public.email_queue set expires_at = expires_at - interval '61 minutes'`);
    await advanceTime('61 minutes');
    expect(await sendAll()).toEqual([]);
    expect(
      await testDatabase.query(`select failure, body from public.email_queue where status = 'failed'`),
    ).toEqual([{ failure: 'expired', body: '' }]);
  });
});

describe('an address that does not exist', () => {
  const bad = () => testDatabase.query('select address, reason from nutmeg.bad_addresses');

  test('is recorded with the reason, is still tried, and is removed after a success', async () => {
    await queued('Gone@example.com', 2);
    const [first, second] = await queue.claim(2, []);
    if (!first || !second) throw new Error('nothing was claimed');
    expect(await queue.failed(first, { ...refusal, failure: 'bad_address' })).toBeUndefined();
    expect(await bad()).toEqual([{ address: 'gone@example.com', reason: '550 no such user' }]);
    await queue.sent(second);
    expect(await bad()).toEqual([]);
  });

  test('is not recorded for a temporary failure', async () => {
    await queued('ana@example.com', 1);
    const [mail] = await queue.claim(1, []);
    if (!mail) throw new Error('nothing was claimed');
    expect(await queue.failed(mail, temporaryFailure)).toBe(60);
    expect(await bad()).toEqual([]);
  });
});

test('does not give a mail to a second worker while the first may be sending it', async () => {
  await queued('ana@example.com', 1);
  await queue.claim(1, []);
  await advanceTime(`${2 * SEND_LIMIT_MS} milliseconds`);
  expect(await queue.claim(1, [])).toEqual([]);
  await advanceTime('1 hour');
  expect(addresses(await queue.claim(1, []))).toEqual(['ana@example.com']);
});

test('ignores the result of a worker whose lease has ended', async () => {
  await queued('ana@example.com', 1);
  const [late] = await queue.claim(1, []);
  await testDatabase.query('update public.email_queue set next_attempt_at = now()');
  const [present] = await queue.claim(1, []);
  if (!late || !present) throw new Error('nothing was claimed');
  await queue.failed(late, { ...refusal, failure: 'refused' });
  await queue.release(late);
  expect(await testDatabase.query('select status, attempts from public.email_queue')).toEqual([
    { status: 'pending', attempts: 2 },
  ]);
});

test('has the same failures in the database and in the code', async () => {
  const { mailFailures } = await import('#contract/mail-failures.ts');
  const [check] = await testDatabase.query<{ rule: string }>(
    `select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'email_queue_failure_check'`,
  );
  expect(check?.rule.match(/'(\w+)'/g)?.map((word) => word.slice(1, -1))).toEqual([...mailFailures]);
});

describe('delays', () => {
  test('waits longer after each attempt and gives up after the eighth', () => {
    const delays = Array.from({ length: MAX_ATTEMPTS }, (_, tried) => retryDelaySeconds(tried + 1));
    expect(delays).toEqual([60, 300, 1800, 7200, 14400, 28800, 43200, undefined]);
  });

  test('retries soon if no attempt was counted', () => {
    expect(retryDelaySeconds(0)).toBe(60);
  });
});
