/** @module-tag faults-kills */
import { afterEach, expect, test } from 'vitest';
import { createPerson } from '#tests/support/people.ts';
import { eventually, freePort, startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { enqueue, hasFailedOnce, makeDue, waitForMail, wasSent } from '#tests/support/services/mail-queue.ts';
import {
  type SmtpServerOptions,
  startSmtpServer,
  type TestSmtpServer,
} from '#tests/support/services/smtp-server.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function mailServer(options: SmtpServerOptions = {}): Promise<TestSmtpServer> {
  const server = await startSmtpServer({ starttls: false, ...options });
  closing.push(() => server.close());
  return server;
}

async function portal(port: number, database?: TestPortal['database']): Promise<TestPortal> {
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'silent' };
  const running = await startPortal({ ownProcess: true, env, ...(database && { database }) });
  closing.push(() => running.close());
  return running;
}

/** Queues a mail for each name, `name@mail.example`. Returns the ids by name. */
async function enqueueAll(running: TestPortal, names: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const name of names) ids.set(name, await enqueue(running, { to: `${name}@mail.example` }));
  return ids;
}

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`);
const nameOf = (address = '') => address.split('@')[0] ?? '';

/** Waits for its next attempt. A mail that is being sent does not: it has a lease of five minutes. */
const RESTS = `last_error is not null and next_attempt_at > now()
  and next_attempt_at is distinct from tried_at + interval '5 minutes'`;

/** Makes waiting mails due until none is left. */
async function playOut(running: TestPortal): Promise<void> {
  await eventually(async () => {
    const [left] = await running.database.query<{ waiting: number; resting: number }>(
      `select count(*)::int as waiting, count(*) filter (where ${RESTS})::int as resting
       from public.email_queue where status = 'pending'`,
    );
    if (left?.resting) {
      await running.database.query(
        `update public.email_queue set next_attempt_at = now() where status = 'pending' and ${RESTS}`,
      );
      await running.database.query('notify email_queue');
    }
    return left?.waiting === 0;
  }, 120_000);
}

interface Account {
  /** By name: how often the mail server accepted it, counting each Message-ID once. */
  delivered: string[];
  /** By name: the status that staff see. */
  failed: Record<string, { failure: string; last_error: string; can_be_resent: boolean }>;
}

/** Every mail is delivered, or on the staff's list with its reason, and never both. */
async function accountFor(
  running: TestPortal,
  servers: TestSmtpServer[],
  ids: Map<string, string>,
): Promise<Account> {
  const { client } = await createPerson(running, { role: 'admin' });
  const { data, error } = await client.rpc('failed_mails');
  if (error) throw error;
  const listed = data as { id: string; failure: string; last_error: string; can_be_resent: boolean }[];
  const taken = new Set(servers.flatMap(({ received }) => received.map(({ mail }) => mail.messageId)));
  const account: Account = { delivered: [], failed: {} };
  for (const [name, id] of ids) {
    const isDelivered = taken.has(`<${id}@nutmegtax.example>`);
    const failure = listed.find((mail) => mail.id === id);
    expect({ name, accounted: Number(isDelivered) + Number(failure !== undefined) }).toEqual({
      name,
      accounted: 1,
    });
    if (isDelivered) account.delivered.push(name);
    if (failure) {
      const { failure: kind, last_error, can_be_resent } = failure;
      account.failed[name] = { failure: kind, last_error, can_be_resent };
    }
  }
  return account;
}

/** The number of deliveries of each Message-ID that came more than once. */
function repeated(servers: TestSmtpServer[]): string[] {
  const all = servers.flatMap(({ received }) => received.map(({ recipients }) => nameOf(recipients[0])));
  return all.filter((name, at) => all.indexOf(name) !== at).toSorted();
}

test('delivers every mail once after a mail server outage', async () => {
  const port = await freePort();
  const running = await portal(port);
  const ids = await enqueueAll(running, numbered('ana', 25));
  for (const id of ids.values()) {
    expect(await waitForMail(running, id, hasFailedOnce)).toMatchObject({
      status: 'pending',
      failure: 'unreachable',
    });
  }
  const server = await mailServer({ port });
  await playOut(running);
  const { delivered } = await accountFor(running, [server], ids);
  expect(delivered).toHaveLength(25);
  expect(repeated([server])).toEqual([]);
});

test('lists all mails as undelivered while the mail server stays down, and sends them when it is back', async () => {
  const port = await freePort();
  const running = await portal(port);
  const ids = await enqueueAll(running, numbered('ana', 5));
  await playOut(running);
  const { failed } = await accountFor(running, [], ids);
  expect(Object.keys(failed)).toHaveLength(5);
  expect(failed.ana0).toMatchObject({ failure: 'unreachable', can_be_resent: true });
  expect(failed.ana0?.last_error).toContain('ECONNREFUSED');

  const server = await mailServer({ port });
  const { client } = await createPerson(running, { role: 'admin' });
  expect((await client.rpc('resend_failed_mails')).data).toBe(5);
  for (const id of ids.values()) await waitForMail(running, id, wasSent);
  expect((await accountFor(running, [server], ids)).delivered).toHaveLength(5);
});

test('lists permanent rejections at once with the reason, and retries temporary ones', async () => {
  const tries = new Map<string, number>();
  const isFirst = (name: string) => {
    tries.set(name, (tries.get(name) ?? 0) + 1);
    return tries.get(name) === 1;
  };
  const server = await mailServer({
    refuse: (to) => {
      const name = nameOf(to);
      if (name.startsWith('unknown')) return '550 5.1.1 no such user';
      if (name.startsWith('policy')) return '550 5.7.1 not from you';
      if (name.startsWith('greylisted') && isFirst(name)) return '450 4.2.1 come back later';
      if (name.startsWith('never')) return '451 4.3.0 not now';
      return undefined;
    },
    beforeAccepting: async ({ to }) => {
      const name = nameOf(to?.[0]?.address);
      if (name.startsWith('spam')) throw '554 5.7.1 looks like spam';
      if (name.startsWith('full') && isFirst(name)) throw '452 4.2.2 mailbox full';
    },
  });
  const running = await portal(server.port);
  const kinds = ['fine', 'unknown', 'policy', 'greylisted', 'never', 'spam', 'full'];
  const ids = await enqueueAll(
    running,
    kinds.flatMap((kind) => numbered(kind, 4)),
  );
  await playOut(running);
  const { delivered, failed } = await accountFor(running, [server], ids);
  expect(delivered.toSorted()).toEqual(['fine', 'full', 'greylisted'].flatMap((kind) => numbered(kind, 4)));
  expect(repeated([server])).toEqual([]);
  expect(failed.unknown3).toMatchObject({ failure: 'bad_address', last_error: '550 5.1.1 no such user' });
  expect(failed.policy0).toMatchObject({ failure: 'refused', last_error: '550 5.7.1 not from you' });
  expect(failed.spam1).toMatchObject({ failure: 'refused', last_error: '554 5.7.1 looks like spam' });
  expect(failed.never2).toMatchObject({ failure: 'busy', last_error: '451 4.3.0 not now' });
  expect(
    await running.database.query(`select address, reason from nutmeg.bad_addresses order by address`),
  ).toEqual(
    numbered('unknown', 4).map((name) => ({
      address: `${name}@mail.example`,
      reason: '550 5.1.1 no such user',
    })),
  );
});

test('a mail that the server never answers delays no other mail', async () => {
  const { promise: never } = Promise.withResolvers<void>();
  let connections = 0;
  const server = await mailServer({
    beforeGreeting: () => {
      connections += 1;
      // The first connection is the check at startup.
      return connections === 2 || connections === 3 ? never : Promise.resolve();
    },
  });
  const running = await portal(server.port);
  const ids = await enqueueAll(running, numbered('ana', 20));
  await eventually(async () => server.received.length === 18, 60_000);
  const slow = await eventually(async () => {
    const waiting = await running.database.query<{ failure: string; last_error: string }>(
      `select failure, last_error from public.email_queue where status = 'pending' and last_error is not null`,
    );
    return waiting.length === 2 && waiting;
  }, 60_000);
  expect(slow.map(({ failure }) => failure)).toEqual(['unreachable', 'unreachable']);
  await playOut(running);
  expect((await accountFor(running, [server], ids)).delivered).toHaveLength(20);
  expect(repeated([server])).toEqual([]);
});

test('sends a mail again if the server dies in the middle of it', async () => {
  let deaths = 0;
  const server: TestSmtpServer = await mailServer({
    atFirstBytes: () => {
      deaths += 1;
      if (deaths % 2 === 0 || deaths > 11) return;
      server.cut();
      throw new Error('died');
    },
  });
  const running = await portal(server.port);
  const ids = await enqueueAll(running, numbered('ana', 20));
  await playOut(running);
  expect(deaths).toBeGreaterThan(20);
  expect((await accountFor(running, [server], ids)).delivered).toHaveLength(20);
  for (const { mail } of server.received) expect(mail.html).toContain('<p>Ünï <b>code</b></p>');
});

test('repeats a mail with the same Message-ID if the server dies before it answers', async () => {
  const unheard = new Set<string>();
  const server: TestSmtpServer = await mailServer({
    beforeAnswering: async ({ to }) => {
      const name = nameOf(to?.[0]?.address);
      if (!name.startsWith('lost') || unheard.has(name)) return;
      unheard.add(name);
      server.cut();
      throw new Error('died');
    },
  });
  const running = await portal(server.port);
  // One at a time, so that each kill affects one mail.
  const ids = new Map<string, string>();
  for (const name of ['lost0', 'fine0', 'lost1', 'fine1']) {
    const id = await enqueue(running, { to: `${name}@mail.example` });
    await waitForMail(running, id, (row) => hasFailedOnce(row) || wasSent(row));
    ids.set(name, id);
  }
  await playOut(running);
  expect((await accountFor(running, [server], ids)).delivered).toHaveLength(4);
  expect(repeated([server])).toEqual(['lost0', 'lost1']);
});

test('delivers every mail while one of two servers is killed repeatedly', async () => {
  const held: (() => void)[] = [];
  let holding = true;
  const server = await mailServer({
    beforeAccepting: () => {
      if (!holding) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      held.push(resolve);
      return promise;
    },
  });
  const first = await portal(server.port);
  const second = await portal(server.port, first.database);
  // Enough that each round has mails to hold: those of a killed server wait for their lease.
  const ids = await enqueueAll(first, numbered('ana', 80));
  for (let round = 0; round < 4; round += 1) {
    // Both are sending mails: lets some through, then kills one server.
    await eventually(async () => held.length >= 6, 60_000);
    for (const letIn of held.splice(0, 3)) letIn();
    await (round % 2 === 0 ? first : second).killAndRestart();
    for (const letIn of held.splice(0)) letIn();
    await makeDue(first);
  }
  holding = false;
  for (const letIn of held.splice(0)) letIn();
  // The mails of killed servers become due when the lease expires.
  await eventually(async () => {
    await first.database.query(
      `update public.email_queue set next_attempt_at = now() where status = 'pending' and tried_at < now() - interval '2 seconds'`,
    );
    await first.database.query('notify email_queue');
    const left = await first.database.query(`select from public.email_queue where status <> 'sent'`);
    return left.length === 0;
  }, 120_000);
  expect((await accountFor(first, [server], ids)).delivered).toHaveLength(80);
});
