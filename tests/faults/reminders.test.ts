/** @module-tag faults-kills */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { noonZone } from '#tests/support/noon-zone.ts';
import { eventually, startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { startSmtpServer } from '#tests/support/services/smtp-server.ts';
import { startTextGateway } from '#tests/support/services/text-gateway.ts';

const { year } = officeDay(new Date(), 'America/New_York');

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(env: Record<string, string> = {}) {
  const smtp = await startSmtpServer({ starttls: false });
  closing.push(() => smtp.close());
  const portal = await startPortal({
    ownProcess: true,
    env: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, LOG_LEVEL: 'silent', ...env },
  });
  closing.push(() => portal.close());
  return { portal, smtp };
}

/** Clients whose morning has come: each was asked for a document three days ago, and agreed to texts. */
async function addClients({ database }: TestPortal, count: number): Promise<string[]> {
  const people = await database.query<{ id: string }>(
    `insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
     select 'client' || n || '@example.com', now(), '{"first_name": "Ana"}' from generate_series(1, $1) as n
     returning id`,
    [count],
  );
  const ids = people.map(({ id }) => id);
  const each = 'from unnest($1::uuid[]) with ordinality as k (id, n)';
  await database.query(
    `update public.user_profiles p set phone = '+1203' || 2000000 + k.n ${each} where p.user_id = k.id`,
    [ids],
  );
  await database.query(
    `insert into nutmeg.text_consents (user_id, number, wording, source)
     select k.id, '+1203' || 2000000 + k.n, repeat('I agree. ', 9), 'account' ${each}`,
    [ids],
  );
  await database.query(`insert into auth.sessions (user_id, time_zone) select k.id, $2 ${each}`, [
    ids,
    noonZone,
  ]);
  await database.query(
    `insert into public.checklist_items (user_id, year, item, title, updated_at)
     select k.id, $2, 'asked:w-2', 'w-2', now() - interval '3 days' ${each}`,
    [ids, year],
  );
  // Slow, so that the server dies in the middle.
  await database.query(
    `create function nutmeg.take_time() returns trigger language plpgsql as
     $$ begin perform pg_sleep(0.03); return new; end $$`,
  );
  await database.query(
    'create trigger take_time before insert on nutmeg.reminders for each row execute function nutmeg.take_time()',
  );
  await database.query(
    `insert into nutmeg.reminder_rounds
     select k.id, now() ${each} on conflict (client_id) do update set next_look = now()`,
    [ids],
  );
  return ids;
}

const count = async ({ database }: TestPortal, sql: string): Promise<number> =>
  (await database.query<{ n: number }>(`select count(*)::int as n from ${sql}`))[0]?.n ?? 0;

/** Kills the server so often while it reminds, and waits until everything that is queued was tried. */
async function remindWithKills(portal: TestPortal, clients: number, kills: number): Promise<void> {
  await portal.killAndRestart();
  for (let kill = 0; kill < kills; kill++) {
    const most = 1 + Math.floor((kill / kills) * clients * 0.9);
    const done = await eventually(async () => {
      const sent = await count(portal, 'nutmeg.reminders');
      return sent >= most && sent;
    }, 90_000);
    expect(done).toBeLessThan(clients);
    await portal.killAndRestart();
  }
  await eventually(async () => {
    // What was under way when the server died is due after its lease of minutes.
    await portal.database.query(
      `update public.email_queue set next_attempt_at = now()
       where status = 'pending' and tried_at < now() - interval '5 seconds'`,
    );
    await portal.database.query(
      `update nutmeg.texts set next_attempt_at = now()
       where status = 'sending' and next_attempt_at < now() + interval '115 seconds'`,
    );
    await portal.database.query('notify email_queue');
    await portal.database.query('notify texts');
    return (
      (await count(portal, 'nutmeg.reminder_rounds where next_look <= now()')) === 0 &&
      (await count(portal, `public.email_queue where status = 'pending'`)) === 0 &&
      (await count(portal, `nutmeg.texts where status in ('pending', 'sending')`)) === 0
    );
  }, 120_000);
}

async function expectOneEach(
  portal: TestPortal,
  ids: string[],
  smtp: Awaited<ReturnType<typeof startSmtpServer>>,
) {
  const [written] = await portal.database.query(
    `select count(*)::int as reminders, count(mail_id)::int as mails, count(text_id)::int as texts,
       count(distinct client_id)::int as clients
     from nutmeg.reminders`,
  );
  const all = ids.length;
  expect(written).toEqual({ reminders: all, mails: all, texts: all, clients: all });
  expect(await count(portal, `public.email_queue where letter = 'reminder'`)).toBe(all);
  expect(await count(portal, 'nutmeg.texts')).toBe(all);
  // A mail that the server had sent when it died comes again with its Message-ID, which mailboxes show once.
  const mails = new Set(smtp.received.map(({ recipients, mail }) => `${recipients[0]} ${mail.messageId}`));
  const mailboxes = new Set(smtp.received.map(({ recipients }) => recipients[0]));
  expect({ mails: mails.size, mailboxes: mailboxes.size }).toEqual({ mails: all, mailboxes: all });
}

test('each of 1,000 clients gets one letter and one text, though the server is killed ten times', {
  timeout: 540_000,
}, async () => {
  const clients = 1_000;
  const { portal, smtp } = await start();
  const ids = await addClients(portal, clients);
  await remindWithKills(portal, clients, 10);
  await expectOneEach(portal, ids, smtp);
  const folder = join(portal.dataDir, 'outbox');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt'));
  const numbers = await Promise.all(
    names.map(async (name) => (await readFile(join(folder, name), 'utf8')).split('\n')[0]),
  );
  expect({ texts: numbers.length, numbers: new Set(numbers).size }).toEqual({
    texts: clients,
    numbers: clients,
  });
});

test('a gateway never gets a text twice, and staff can see which may not have gone out', {
  timeout: 240_000,
}, async () => {
  const gateway = await startTextGateway(() => new Promise((resolve) => setTimeout(resolve, 20)));
  closing.push(() => gateway.close());
  const { portal, smtp } = await start({ SMS_URL: gateway.url });
  const clients = 200;
  const kills = 3;
  const ids = await addClients(portal, clients);
  await remindWithKills(portal, clients, kills);
  await expectOneEach(portal, ids, smtp);
  expect(new Set(gateway.taken).size).toBe(gateway.taken.length);
  const rows = await portal.database.query<{ number: string; status: string; failure: string | null }>(
    'select number, status, failure from nutmeg.texts',
  );
  const taken = new Set(gateway.taken);
  for (const { number, status, failure } of rows) {
    // One that was being handed over when the server died is not tried again.
    const isKnown = status === 'sent' ? taken.has(number) : status === 'failed' && failure === 'unknown';
    expect({ number, status, failure, isKnown }).toMatchObject({ isKnown: true });
  }
  // At most three are handed over at once.
  expect(rows.filter(({ status }) => status === 'failed').length).toBeLessThanOrEqual((kills + 1) * 3);
});
