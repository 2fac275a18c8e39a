import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { seeCalendarMail } from '#domain/booking/fields.ts';
import { signedPass } from '#tests/support/captcha.ts';
import { freshEmail } from '#tests/support/people.ts';
import { portalForFile, STAFF_INBOX } from '#tests/support/server/portal.ts';
import { calendarAt, freshPhone, ROSA } from '../support/calendar.ts';

/** The one call of our own pages: the id of its request tells which appointment it is about. */
const portal = portalForFile('visitors');
let calendar: ReturnType<typeof calendarAt>;
let times: string[];

beforeAll(async () => {
  // Earlier files may have booked many of the times.
  await portal.database.query('truncate public.appointments, public.calendar_blocks cascade');
  calendar = calendarAt(portal.url);
  times = await calendar.times();
});

const nextTime = () => times.pop() ?? '';
const pass = () => signedPass('appointment');
const row = async (id: string) =>
  (await portal.database.query('select * from public.appointments where id = $1', [id]))[0];

test('saves an appointment, and books its time later without another pass', async () => {
  const [request, given] = [randomUUID(), await pass()];
  expect((await calendar.book({ request, note: 'x'.repeat(501) }, given)).status).toBe(400);
  const saved = await calendar.book({ request, note: 'Quote: $80' }, given);
  expect(saved).toEqual({ status: 201, body: { id: expect.any(String) } });
  const { id } = saved.body;
  const waiting = { service: seeCalendarMail, preferred_time: seeCalendarMail, message: seeCalendarMail };
  expect(await row(id)).toMatchObject({ ...waiting, status: 'pending', starts_at: null, note: 'Quote: $80' });
  const start = nextTime();
  // It keeps its details.
  const answer = await calendar.book({ request, start, name: 'Ana' });
  expect(answer).toMatchObject({ status: 201, body: { id, name: ROSA.name, start, status: 'confirmed' } });
  expect(Date.parse(answer.body.end) - Date.parse(start)).toBe(30 * 60_000);
  expect(await calendar.book({ request, start })).toMatchObject({ status: 201, body: { id, start } });
  expect(await calendar.book({ request, start: nextTime() })).toMatchObject({
    status: 410,
    body: { code: 'over', message: expect.stringContaining('call us') },
  });
  expect(await row(id)).toMatchObject({
    status: 'confirmed',
    calendly_completed: true,
    seat: 1,
    sequence: 0,
  });
});

test('confirms an appointment whose time is in an outside calendar', async () => {
  const request = randomUUID();
  const { id } = (await calendar.book({ request }, await pass())).body;
  for (let repeated = 0; repeated < 2; repeated += 1)
    expect(await calendar.book({ request, start: 'elsewhere' })).toEqual({ status: 201, body: { id } });
  expect(await row(id)).toMatchObject({ status: 'confirmed', calendly_completed: true, starts_at: null });
});

test('creates one appointment for one request, however often it comes, and spends one pass', async () => {
  for (const start of [nextTime(), undefined]) {
    const [request, phone] = [randomUUID(), freshPhone()];
    const ask = (given: string, init?: RequestInit) =>
      calendar.book({ request, phone, ...(start !== undefined && { start }) }, given, init);
    // The connection is lost, before or after the request has arrived.
    const lost = [0, 5, 20].map(async (ms) => ask(await pass(), { signal: AbortSignal.timeout(ms) }));
    await Promise.allSettled(lost);
    const passes = await Promise.all(Array.from({ length: 5 }, pass));
    const answers = await Promise.all(passes.map((given) => ask(given)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const [id] = new Set(answers.map(({ body }) => body.id));
    const found = await portal.database.query('select id from public.appointments where phone = $1', [phone]);
    expect(found).toEqual([{ id }]);
    const others = await Promise.all(passes.map((given) => calendar.book({}, given)));
    expect(others.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(4);
  }
});

test('a repeated request corrects an appointment that waits for its time, and tells the office', async () => {
  const [request, phone, email] = [randomUUID(), freshPhone(), freshEmail()];
  const { id } = (await calendar.book({ request, note: 'Quote: $80' }, await pass())).body;
  const corrected = { request, name: 'Rosa Diaz', phone, email };
  // Without a fresh pass, someone could write to the office many times.
  expect((await calendar.book(corrected)).body).toEqual({ id });
  expect(await row(id)).toMatchObject({ name: ROSA.name, note: 'Quote: $80' });
  expect((await calendar.book(corrected, await pass())).body).toEqual({ id });
  expect(await row(id)).toMatchObject({ name: 'Rosa Diaz', phone, email, note: null, status: 'pending' });
  await portal.mailTo(STAFF_INBOX, ({ text }) => text?.includes(email) ?? false);
});

test('an appointment that has its time keeps the address to which its link went', async () => {
  const [email, phone] = [freshEmail(), freshPhone()];
  const wanted = { request: randomUUID(), start: nextTime(), email, phone };
  const { id } = (await calendar.book(wanted, await pass())).body;
  for (const other of [{ email: freshEmail() }, { phone: freshPhone() }, { start: nextTime() }]) {
    expect(await calendar.book({ ...wanted, ...other }, await pass())).toMatchObject({
      status: 410,
      body: { code: 'over', message: expect.stringContaining('call us') },
    });
  }
  expect(await row(id)).toMatchObject({ email, phone, starts_at: new Date(wanted.start) });
});

test('gives a saved appointment its time for 24 hours', async () => {
  const request = randomUUID();
  const { id } = (await calendar.book({ request }, await pass())).body;
  await portal.database.query(
    `update nutmeg.captcha_passes set spent_at = spent_at - interval '24 hours 1 minute' where subject_id = $1`,
    [id],
  );
  expect((await calendar.book({ request, start: nextTime() })).status).toBe(403);
  expect(await row(id)).toMatchObject({ starts_at: null, status: 'pending' });
});
