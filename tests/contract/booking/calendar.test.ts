import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgedPass, solveCaptcha } from '#tests/support/captcha.ts';
import { freshEmail, visitor } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { calendarAt, ROSA } from '../support/calendar.ts';

let portal: TestPortal;
let calendar: ReturnType<typeof calendarAt>;
/** Each test takes its own, from the last day backwards. */
let times: string[];

beforeAll(async () => {
  portal = await startPortal({ env: { CAPTCHA: 'embedded' } });
  calendar = calendarAt(portal.url);
  times = await calendar.times();
});
afterAll(() => portal?.close());

const nextTime = () => {
  const time = times.pop();
  if (time === undefined) throw new Error('no free time is left');
  return time;
};
const pass = () => solveCaptcha(portal.url, 'appointment');
const row = async (id: string) =>
  (await portal.database.query('select * from public.appointments where id = $1', [id]))[0];

async function booked(request: { email?: string } = {}) {
  const { status, body } = await calendar.book({ start: nextTime(), ...request }, await pass());
  expect(status).toBe(201);
  return body;
}

/** As /booking does it: the appointment first, then its time with the same pass. */
async function waiting(given: string, email = freshEmail('waiting')) {
  const { data, error } = await visitor(portal)
    .from('appointments')
    .insert({ name: 'Ana', email, phone: '+12035550100', status: 'pending' })
    .select('id')
    .single()
    .setHeader('x-captcha-pass', given);
  if (error) throw error;
  return { id: data.id as string, email };
}

describe('the free times', () => {
  test('are those of the days that can be booked', async () => {
    const { timeZone, slotMinutes, firstDay, lastDay, days } = await calendar.free('?days=3');
    expect([timeZone, slotMinutes]).toEqual(['America/New_York', 30]);
    expect(days.map(({ day }) => day)).toHaveLength(3);
    expect(days[0]?.day).toBe(firstDay);
    expect(times.length).toBeGreaterThan(200);
    for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:[03]0:00\.000Z$/);
    expect((await calendar.free(`?from=${lastDay}&days=14`)).days.map(({ day }) => day)).toEqual([lastDay]);
    expect((await calendar.free('?from=2020-01-01&days=14')).days).toEqual([]);
    expect((await calendar.free('?from=2999-01-01&days=14')).days).toEqual([]);
    expect((await calendar.free('?from=9999-12-31&days=14')).days).toEqual([]);
  });

  test.each(['?days=0', '?days=15', '?days=x', '?from=2026-02-30', "?from='--"])(
    '%s is refused',
    async (query) => {
      expect(await calendar.ask(`calendar${query}`)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    },
  );

  test('lack what is taken, and what staff have blocked', async () => {
    const { start } = await booked();
    expect(await calendar.times()).not.toContain(start);
    const blocked = nextTime();
    await portal.database.query(
      `insert into public.calendar_blocks (starts_at, ends_at, author_id)
       values ($1::timestamptz + interval '10 minutes', $1::timestamptz + interval '11 minutes', gen_random_uuid())`,
      [blocked],
    );
    expect(await calendar.times()).not.toContain(blocked);
    const refused = await calendar.book({ start: blocked }, await pass());
    expect(refused).toMatchObject({ status: 409, body: { code: 'time_taken' } });
  });
});

test('an appointment has an address that is one, or none', async () => {
  const given = await pass();
  for (const email of ['ana', 'a@example.com, b@example.com', 'a@example.com\nBcc: b@example.com'])
    await expect(waiting(given, email), email).rejects.toMatchObject({ code: '23514' });
  const { id } = await waiting(given, ' ');
  expect(await row(id)).toMatchObject({ email: null });
});

describe('booking', () => {
  test('gives the waiting appointment its time, once, and answers the same again', async () => {
    const given = await pass();
    const { id } = await waiting(given);
    const start = nextTime();
    // The form's details stand in the row already; what comes here doesn't matter.
    const answer = await calendar.book({ start, name: '', phone: '' }, given);
    expect(answer).toMatchObject({ status: 201, body: { id, name: 'Ana', start, status: 'confirmed' } });
    expect(Date.parse(answer.body.end) - Date.parse(start)).toBe(30 * 60_000);
    expect(await calendar.book({ start }, given)).toMatchObject({ status: 201, body: { id, start } });
    expect(await calendar.book({ start: nextTime() }, given)).toMatchObject({
      status: 410,
      body: { code: 'over', message: expect.stringContaining('call us') },
    });
    expect(await row(id)).toMatchObject({ status: 'confirmed', seat: 1, sequence: 0, name: 'Ana' });
    // The page then says so itself, with the same pass, once.
    const confirm = () =>
      visitor(portal)
        .from('appointments')
        .update({ status: 'confirmed', calendly_completed: true })
        .eq('id', id)
        .select('id')
        .setHeader('x-captcha-pass', given);
    expect((await confirm()).data).toEqual([{ id }]);
    expect((await confirm()).data).toEqual([]);
  });

  test('writes the appointment too, with a fresh pass', async () => {
    const start = nextTime();
    const email = freshEmail('alone');
    const { status, body } = await calendar.book({ start, phone: '(203) 555-0199', email }, await pass());
    expect(status).toBe(201);
    expect(await row(body.id)).toMatchObject({ name: ROSA.name, phone: '+12035550199', email });
  });

  test('of two who want the same time one has it, and the other is told', async () => {
    const start = nextTime();
    const passes = [await pass(), await pass()];
    const answers = await Promise.all(passes.map((given) => calendar.book({ start }, given)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      code: 'time_taken',
      message: 'This time has just been taken. Please choose another one.',
    });
    // The pass is not spent by a time that was gone.
    const loser = passes[answers.findIndex(({ status }) => status === 409)];
    expect(await calendar.book({ start: nextTime() }, loser)).toMatchObject({ status: 201 });
  });

  test('the same twice at once is one appointment', async () => {
    const start = nextTime();
    const given = await pass();
    const answers = await Promise.all(Array.from({ length: 5 }, () => calendar.book({ start }, given)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  test('no more than five ahead for one address, or for one telephone without one', async () => {
    const booking = async (more: object) => calendar.book({ start: nextTime(), ...more }, await pass());
    const email = freshEmail('rosa');
    // Four of each, which are agreed already, far ahead.
    await portal.database.query(
      `insert into public.appointments (name, phone, email, status, starts_at, ends_at, seat, chosen_at)
       select 'Rosa', who.phone, who.email, 'confirmed', at, at + interval '30 minutes', 1, now()
       from jsonb_to_recordset($1) as who (phone text, email text, day int)
       cross join lateral (select now() + make_interval(days => 400 + who.day)) as t (at)`,
      [
        JSON.stringify(
          [
            ...['+12035550177', '(203) 555-0177', '203.555.0177', '2035550177'].map((phone) => ({ phone })),
            ...[email, email.toUpperCase(), ` ${email}`, email].map((one) => ({ phone: '1', email: one })),
          ].map((who, day) => ({ ...who, day })),
        ),
      ],
    );
    const fifth = await booking({ phone: '+12035550177' });
    expect([fifth.status, (await booking({ email })).status]).toEqual([201, 201]);
    for (const more of [{ phone: '203 555 0177' }, { email: email.toUpperCase() }]) {
      expect(await booking(more)).toEqual({
        status: 429,
        body: {
          code: 'too_many',
          message: 'You have 5 appointments with us already. Please call us for another one.',
        },
      });
    }
    // Somebody of the same house, with an address of their own.
    expect((await booking({ phone: '+12035550177', email: freshEmail('ana') })).status).toBe(201);
    // Who moves one, or gives one back, is no hoarder.
    const { ticket } = fifth.body;
    expect((await calendar.change({ ticket, act: { move: nextTime() } })).status).toBe(200);
    expect((await calendar.change({ ticket, act: 'cancel' })).status).toBe(200);
    expect((await booking({ phone: '203-555-0177' })).status).toBe(201);
  });

  test('a visitor who says that a time was chosen holds the calendar for nobody else', async () => {
    const given = await pass();
    const { id } = await waiting(given);
    const other = new pg.Client({ connectionString: portal.database.url });
    await other.connect();
    try {
      // Whoever would have to hold it, would wait here.
      await other.query(`select pg_advisory_lock(hashtext('nutmeg.calendar'))`);
      const { data } = await visitor(portal)
        .from('appointments')
        .update({ status: 'confirmed', calendly_completed: true })
        .eq('id', id)
        .select('status')
        .setHeader('x-captcha-pass', given);
      expect(data).toEqual([{ status: 'confirmed' }]);
    } finally {
      await other.end();
    }
    expect((await calendar.book({ start: nextTime() }, given)).status).toBe(201);
  });

  test('demands an own pass', async () => {
    const start = nextTime();
    for (const given of [
      undefined,
      'x',
      await solveCaptcha(portal.url, 'contact'),
      await forgedPass({ action: 'appointment', secondsLeft: -1 }),
      await forgedPass({ action: 'appointment', masterKey: Buffer.alloc(32, 9).toString('base64') }),
    ]) {
      expect(await calendar.book({ start }, given)).toEqual({
        status: 403,
        body: { code: 'captcha_failed', message: 'Security verification failed. Please try again.' },
      });
    }
    expect(await calendar.times()).toContain(start);
  });

  test('a pass 24 hours old gives no waiting appointment its time', async () => {
    const given = await pass();
    const { id } = await waiting(given);
    await portal.database.query(
      `update nutmeg.captcha_passes set spent_at = spent_at - interval '24 hours 1 minute' where subject_id = $1`,
      [id],
    );
    expect((await calendar.book({ start: nextTime() }, given)).status).toBe(403);
    expect(await row(id)).toMatchObject({ starts_at: null, status: 'pending' });
  });

  test.each([
    [{ name: '' }, 'Full name is required'],
    [{ phone: '12' }, 'Phone number must have 10 digits'],
    [{ email: 'rosa' }, 'Write the email like this: name@example.com'],
    [{ email: 'rosa\u0000@example.com' }, 'Write the email like this: name@example.com'],
  ])('%j is refused in plain words', async (wrong, message) => {
    const given = await pass();
    const start = nextTime();
    expect(await calendar.book({ start, ...wrong }, given)).toEqual({
      status: 400,
      body: { code: 'validation_failed', message },
    });
    expect((await calendar.book({ start }, given)).status).toBe(201);
  });

  test.each([[{}], [{ start: 'tomorrow' }], [{ start: 5 }], [[]], ['x'], [null]])(
    '%j is no request',
    async (body) => {
      expect(await calendar.post('calendar-book', body)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    },
  );

  test('only what the office offers: not past, not too soon or late, not at night, on the grid', async () => {
    const { lastDay } = await calendar.free();
    const plus = (time: string, minutes: number) =>
      new Date(Date.parse(time) + minutes * 60_000).toISOString();
    const never = [
      '2020-01-02T15:00:00.000Z',
      new Date(Date.now() + 60 * 60_000).toISOString(),
      plus(times.at(-1) ?? '', 10),
      // Three or four in the morning, and the day after the last.
      `${lastDay}T08:00:00.000Z`,
      plus(`${lastDay}T15:00:00.000Z`, 24 * 60),
      '9999-12-31T23:59:59.999Z',
      '0000-01-01T00:00:00.000Z',
    ];
    const given = await pass();
    for (const start of never) {
      const answer = await calendar.book({ start }, given);
      expect([start, answer.status, answer.body.code]).toEqual([start, 409, 'time_taken']);
    }
    // Offsets are understood.
    const start = nextTime();
    const shifted = start.replace('.000Z', '+00:00');
    expect((await calendar.book({ start: shifted }, given)).body.start).toBe(start);
  });
});

describe('with the ticket of the mail', () => {
  test('the appointment is shown, moved and cancelled', async () => {
    const { ticket, id, start } = await booked();
    expect(await calendar.change({ ticket })).toMatchObject({
      status: 200,
      body: { id, start, status: 'confirmed', name: ROSA.name },
    });
    const later = nextTime();
    const moved = await calendar.change({ ticket, act: { move: later } });
    expect(moved).toMatchObject({ status: 200, body: { id, start: later } });
    expect(moved.body.ics).toContain('SEQUENCE:1');
    expect(await calendar.times()).toContain(start);
    expect(await calendar.change({ ticket, act: { move: later } })).toMatchObject({ status: 200 });
    const cancelled = await calendar.change({ ticket, act: 'cancel' });
    expect(cancelled).toMatchObject({ status: 200, body: { id, status: 'cancelled' } });
    expect(await calendar.change({ ticket, act: 'cancel' })).toMatchObject({ status: 200 });
    expect(await calendar.times()).toContain(later);
    expect(await calendar.change({ ticket, act: { move: start } })).toMatchObject({
      status: 410,
      body: { code: 'over', message: expect.stringContaining('book a new one') },
    });
    expect(await row(id)).toMatchObject({ status: 'cancelled', sequence: 2 });
  });

  test('not to a time that is taken or not offered', async () => {
    const [mine, theirs] = [await booked(), await booked()];
    for (const move of [theirs.start, '2020-01-02T15:00:00.000Z']) {
      expect(await calendar.change({ ticket: mine.ticket, act: { move } })).toMatchObject({
        status: 409,
        body: { code: 'time_taken' },
      });
    }
    expect((await calendar.change({ ticket: mine.ticket })).body.start).toBe(mine.start);
  });

  test('nothing any more when it is over, but it is still shown', async () => {
    const { ticket, id } = await booked();
    await portal.database.query(
      `update public.appointments set starts_at = now() - interval '10 minutes', ends_at = now() + interval '5 minutes'
       where id = $1`,
      [id],
    );
    for (const act of ['cancel' as const, { move: nextTime() }]) {
      expect(await calendar.change({ ticket, act })).toMatchObject({ status: 410, body: { code: 'over' } });
    }
    expect((await calendar.change({ ticket })).status).toBe(200);
  });

  test('a ticket is not made by guessing', async () => {
    const [mine, theirs] = [await booked(), await booked()];
    const [, signature] = mine.ticket.split('.');
    for (const ticket of [
      '',
      theirs.id,
      `${theirs.id}.`,
      `${theirs.id}.${signature}`,
      `${mine.ticket}x`,
      `${mine.ticket}.x`,
      mine.ticket.toUpperCase(),
      "'; drop table appointments; --",
    ]) {
      expect([ticket, await calendar.change({ ticket, act: 'cancel' })]).toMatchObject([
        ticket,
        { status: 404, body: { code: 'not_found' } },
      ]);
    }
    expect(await row(theirs.id)).toMatchObject({ status: 'confirmed' });
  });

  test.each([
    [{}],
    [{ ticket: 1 }],
    [{ ticket: 'x', act: 'burn' }],
    [{ ticket: 'x', act: { move: 'soon' } }],
  ])('%j is no request', async (body) => {
    expect((await calendar.post('calendar-change', body)).status).toBe(400);
  });
});
