import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { eventually } from '#tests/support/server/portal.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import { DeliveryError, type MailTransport, type OutgoingMail } from '../transport/transport.ts';
import { enqueueMail } from './queue.ts';
import { type MailWorker, startMailWorker } from './worker.ts';

interface Row {
  status: string;
  attempts: number;
  failure: string | null;
  last_error: string | null;
  body: string;
  text_body: string;
  wait: number;
}

const testDatabase = databaseForFile();
let database: Database;
let workers: MailWorker[];
const printed: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void printed.push(line) });

beforeEach(async () => {
  await testDatabase.query('truncate public.email_queue, nutmeg.bad_addresses cascade');
  database = open();
  workers = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await database.close();
});

function open(): Database {
  return openDatabase({
    url: testDatabase.url,
    onIdleError: (error) => {
      throw error;
    },
  });
}

async function start(send: MailTransport['send']): Promise<void> {
  workers.push(
    await startMailWorker({
      database,
      log,
      renderLetter: (letter, facts) => ({ subject: letter, html: JSON.stringify(facts), text: '' }),
      transport: { send, check: async () => undefined, close: () => undefined },
    }),
  );
}

function enqueue(to = 'maria@example.com'): Promise<void> {
  return database.asOwner((tx) =>
    enqueueMail(tx, { to, subject: 'Secret subject', html: '<p>link</p>', text: 'link', type: 'test' }),
  );
}

const rows = () =>
  testDatabase.query<Row & Record<string, unknown>>(
    `select status, attempts, failure, last_error, body, text_body,
       round(extract(epoch from next_attempt_at - now()))::int as wait
     from public.email_queue order by to_email`,
  );
const only = async (condition: (row: Row) => boolean) => (await rows()).find(condition);
const makeDue = () => testDatabase.query(`update public.email_queue set next_attempt_at = now()`);

test('sends mails that are queued while it runs, and deletes their bodies', async () => {
  const sent: OutgoingMail[] = [];
  await start(async (mail) => void sent.push(mail));
  await enqueue();
  const row = await eventually(() => only(({ status }) => status === 'sent'));
  expect(sent).toMatchObject([{ to: 'maria@example.com', subject: 'Secret subject', text: 'link' }]);
  expect(row).toMatchObject({ attempts: 1, last_error: null, body: '', text_body: '' });
});

test('does not send a mail of a transaction that was rolled back', async () => {
  const sent: OutgoingMail[] = [];
  await start(async (mail) => void sent.push(mail));
  const failing = database.asOwner(async (tx) => {
    await enqueueMail(tx, { to: 'a@example.com', subject: '', html: '', text: '', type: 'test' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await enqueue('b@example.com');
  await eventually(() => only(({ status }) => status === 'sent'));
  expect(sent.map(({ to }) => to)).toEqual(['b@example.com']);
});

test('retries later and records the reason', async () => {
  let tries = 0;
  await enqueue();
  await start(async () => {
    tries += 1;
    if (tries === 1)
      throw new DeliveryError('450 try later', { failure: 'busy', permanent: false, kind: 'EENVELOPE 450' });
  });
  const row = await eventually(() => only(({ last_error }) => last_error !== null));
  expect(row).toMatchObject({
    status: 'pending',
    attempts: 1,
    last_error: '450 try later',
    body: '<p>link</p>',
  });
  expect(row.wait).toBeGreaterThan(50);
  expect(row.wait).toBeLessThanOrEqual(60);
  await makeDue();
  await testDatabase.query('notify email_queue');
  await eventually(() => only(({ status }) => status === 'sent'));
  expect(tries).toBe(2);
});

test('gives up after a permanent failure', async () => {
  await enqueue();
  await start(async () => {
    throw new DeliveryError('550 no such user', {
      failure: 'refused',
      permanent: true,
      kind: 'EENVELOPE 550',
    });
  });
  const row = await eventually(() => only(({ status }) => status === 'failed'));
  expect(row).toMatchObject({ attempts: 1, last_error: '550 no such user' });
});

test('gives up after eight attempts', async () => {
  await enqueue();
  await testDatabase.query('update public.email_queue set attempts = 7');
  await start(async () => {
    throw new Error('no connection');
  });
  const row = await eventually(() => only(({ status }) => status === 'failed'));
  expect(row).toMatchObject({ attempts: 8, last_error: 'no connection' });
});

test('gives up a mail that has crashed its worker eight times', async () => {
  await enqueue();
  await testDatabase.query('update public.email_queue set attempts = 8');
  await start(async () => undefined);
  const row = await eventually(() => only(({ status }) => status !== 'pending'));
  expect(row).toMatchObject({ status: 'failed', failure: 'unfinished' });
});

test('does not send an expired mail', async () => {
  const sent: string[] = [];
  await enqueue('late@example.com');
  await enqueue('soon@example.com');
  await testDatabase.query(
    `update public.email_queue set expires_at = now() + case when to_email like 'late%' then '-1 s' else '9 h' end::interval`,
  );
  await start(async ({ to }) => void sent.push(to));
  await eventually(async () => (await rows()).every(({ status }) => status !== 'pending'));
  expect(await rows()).toMatchObject([
    { status: 'failed', failure: 'expired', body: '' },
    { status: 'sent' },
  ]);
  expect(sent).toEqual(['soon@example.com']);
});

test('gives up if the next attempt would be after the expiry', async () => {
  await enqueue();
  await testDatabase.query(`update public.email_queue set expires_at = now() + interval '50 s'`);
  await start(async () => {
    throw new Error('no connection');
  });
  const row = await eventually(() => only(({ status }) => status === 'failed'));
  expect(row).toMatchObject({ attempts: 1, last_error: 'no connection' });
});

test('sends a mail at once that is set back to pending', async () => {
  await enqueue();
  await testDatabase.query(`update public.email_queue set status = 'failed', attempts = 8`);
  await start(async () => undefined);
  await testDatabase.query(`update public.email_queue set status = 'pending', attempts = 0`);
  await eventually(() => only(({ status }) => status === 'sent'));
});

test('sends each mail once with two workers', async () => {
  const sent: string[] = [];
  const send: MailTransport['send'] = async ({ to }) => void sent.push(to);
  const addresses = Array.from({ length: 40 }, (_, i) => `client-${i}@example.com`);
  await Promise.all(addresses.map((address) => enqueue(address)));
  await Promise.all([start(send), start(send)]);
  await eventually(async () => (await rows()).every(({ status }) => status === 'sent'));
  expect(sent.toSorted()).toEqual(addresses.toSorted());
});

test('waits for a mail in flight when it stops', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  await enqueue();
  await start(async () => {
    begin();
    await arrived;
  });
  await begun;
  const stopped = workers.pop()?.stop();
  arrive();
  await stopped;
  expect(await rows()).toMatchObject([{ status: 'sent' }]);
});

// A worker waits five seconds for the mails that it is sending.
test('returns unfinished mails to the queue when it stops', { timeout: 20_000 }, async () => {
  await enqueue();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  await start(async (_mail, signal) => {
    begin();
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
  await begun;
  await workers.pop()?.stop();
  const [row] = await rows();
  expect(row).toMatchObject({ status: 'pending', attempts: 0, last_error: null });
  expect(row?.wait).toBeLessThanOrEqual(0);
});

test('logs no addresses and no content', async () => {
  await enqueue('unlucky@example.com');
  await start(async () => {
    throw new DeliveryError('550 <unlucky@example.com> unknown', {
      failure: 'bad_address',
      permanent: true,
      kind: 'EENVELOPE 550',
    });
  });
  await eventually(() => only(({ status }) => status === 'failed'));
  const all = await eventually(async () => printed.join('').includes('gave up') && printed.join(''));
  expect(all).not.toContain('unlucky');
  expect(all).not.toContain('Secret subject');
  expect(all).not.toContain('maria');
});
