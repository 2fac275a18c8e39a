/** @module-tag faults-kills */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BookedTime, FreeTimes } from '#contract/calendar.ts';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import { demoOffice } from '#domain/business/demo-office.ts';
import { forgedPass, solveCaptcha } from '#tests/support/captcha.ts';
import { settingsFor } from '#tests/support/server/portal.ts';
import { prepareServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { readOutbox } from '#tests/support/services/outbox.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { eventually } from '#tests/support/waiting.ts';

const { calendar } = demoOffice;

let database: TestDatabase;
let dataDir: string;
let servers: ServerProcess[];

/** Two servers on one database, which write mails into one folder, one file for each. */
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'nutmeg-calendar-'));
  const env = { ...settingsFor(database), DATA_DIR: dataDir, CAPTCHA: 'embedded' };
  servers = await Promise.all([1, 2].map(() => prepareServer({ env, siteFolder: undefined })));
  await Promise.all(servers.map((server) => server.start()));
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.remove()));
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const urlFor = (visitor: number) => servers[visitor % servers.length]?.url ?? '';

async function freeTimes(count: number): Promise<string[]> {
  const response = await fetch(`${urlFor(0)}/functions/v1/calendar?days=14`);
  const { days } = (await response.json()) as FreeTimes;
  return days.flatMap(({ times }) => times).slice(0, count);
}

interface Visitor {
  request: string;
  email: string;
  start: string;
  pass: string;
}
interface Answer {
  email: string;
  status: number;
  body: Partial<BookedTime> & { code?: string; message?: string };
}

/** Books a time, and repeats the request if there is no response or a 503, as people do. */
async function book(
  { request, email, start, pass }: Visitor,
  at: number,
  back: () => Promise<unknown>,
): Promise<Answer> {
  for (let tries = 0; tries < 20; tries += 1) {
    try {
      const response = await fetch(`${urlFor(at)}/functions/v1/calendar-book`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [CAPTCHA_PASS_HEADER]: pass },
        body: JSON.stringify({
          request,
          start,
          name: 'Rosa Delgado',
          phone: `+1203555${String(at).padStart(4, '0')}`,
          email,
        }),
      });
      const body = (await response.json()) as Answer['body'];
      if (response.status !== 503) return { email, status: response.status, body };
      await pause(Number(response.headers.get('retry-after')) * 1000);
    } catch {
      // The server was killed before or while it responded.
      await back();
    }
  }
  throw new Error('no server answered');
}

const filesIn = async (folder: string) =>
  (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));

/** Kills both servers, as a power cut does. Mails that their workers had claimed become due without the wait. */
async function killBothAndStartAgain(): Promise<void> {
  await Promise.all(servers.map((server) => server.end('SIGKILL')));
  await database.query(`update public.email_queue set next_attempt_at = now() where status = 'pending'`);
  await Promise.all(servers.map((server) => server.start()));
}

/** Checks that exactly the capacity is booked, that all others get an error, and that each mail is sent once. */
async function expectOrder(answers: Answer[], times: string[]): Promise<void> {
  const seats = times.length * calendar.capacity;
  const won = answers.filter(({ status }) => status === 201);
  const lost = answers.filter(({ status }) => status !== 201);
  expect(won).toHaveLength(seats);
  expect(new Set(lost.map(({ status, body }) => `${status} ${body.code} ${body.message}`))).toEqual(
    new Set(['409 time_taken This time was just taken. Please choose another one.']),
  );
  const held = await database.query<{ start: Date; count: number; seats: number }>(
    `select starts_at as start, count(*)::int as count, count(distinct seat)::int as seats
     from public.appointments where status = 'confirmed' group by 1 order by 1`,
  );
  expect(held.map(({ start }) => start.toISOString())).toEqual([...times].sort());
  for (const { count, seats: distinct } of held)
    expect([count, distinct]).toEqual([calendar.capacity, calendar.capacity]);

  await eventually(async () => {
    const left = await database.query(`select from public.email_queue where status <> 'sent'`);
    return left.length === 0;
  }, 120_000);
  const outbox = join(dataDir, 'outbox');
  const rows = await database.query<{ id: string }>('select id from public.email_queue order by id');
  const idOf = (name: string) => /_([0-9a-f-]{36})\.eml$/.exec(name)?.[1];
  expect((await filesIn(outbox)).map(idOf).sort()).toEqual(rows.map(({ id }) => id));
  const mails = await readOutbox(outbox);
  const confirmed = mails.filter(({ subject }) => subject?.startsWith('Your appointment: '));
  expect(confirmed.map(({ to }) => to?.[0]?.address).sort()).toEqual(won.map(({ email }) => email).sort());
  const told = mails.filter(({ subject }) => subject?.startsWith('Appointment: '));
  expect(told).toHaveLength(seats);
}

test('500 visitors book the same 20 times on two servers that are killed meanwhile', async () => {
  const times = await freeTimes(20);
  const visitors = await Promise.all(
    Array.from({ length: 500 }, async (_, at) => ({
      request: randomUUID(),
      email: `visitor-${at}@example.com`,
      start: times[at % times.length] ?? '',
      pass: await forgedPass({ action: 'appointment' }),
    })),
  );
  let restarted: Promise<void> | undefined;
  const midway = eventually(async () => (await filesIn(join(dataDir, 'outbox'))).length > 0, 60_000);
  let unanswered = 0;
  const back = () => {
    unanswered += 1;
    return midway.then(() => restarted);
  };
  const storm = Promise.all(visitors.map((visitor, at) => book(visitor, at, back)));
  await midway;
  restarted = killBothAndStartAgain();
  await restarted;
  await expectOrder(await storm, times);
  expect(unanswered).toBeGreaterThan(0);
});

test('the same with solved captchas, and a server that does not come back', async () => {
  const times = await freeTimes(4);
  const visitors: Visitor[] = [];
  for (let at = 0; at < 16; at += 1) {
    const pass = await solveCaptcha(urlFor(at), 'appointment');
    const [request, start] = [randomUUID(), times[at % times.length] ?? ''];
    visitors.push({ request, email: `solver-${at}@example.com`, start, pass });
  }
  const storm = Promise.all(visitors.map((visitor, at) => book(visitor, at, async () => undefined)));
  await eventually(async () => (await filesIn(join(dataDir, 'outbox'))).length > 0, 60_000);
  const [first] = servers;
  await first?.end('SIGKILL');
  servers = servers.slice(1);
  await database.query(`update public.email_queue set next_attempt_at = now() where status = 'pending'`);
  await database.query(`notify email_queue`);
  try {
    await expectOrder(await storm, times);
  } finally {
    await first?.remove();
  }
});
