import { beforeAll, describe, expect, test } from 'vitest';
import { forgedPass, signedPass } from '#tests/support/captcha.ts';
import { freshEmail } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { calendarAt, ROSA } from '../support/calendar.ts';

const portal = portalForFile('visitors');
let calendar: ReturnType<typeof calendarAt>;
/** Free times, from the last day backwards, so that each test uses others. */
let times: string[];

beforeAll(async () => {
  // Earlier files may have booked many of the times.
  await portal.database.query('truncate public.appointments, public.calendar_blocks cascade');
  calendar = calendarAt(portal.url);
  times = await calendar.times();
});

const nextTime = () => {
  const time = times.pop();
  if (time === undefined) throw new Error('no free time is left');
  return time;
};
const pass = () => signedPass('appointment');
const row = async (id: string) =>
  (await portal.database.query('select * from public.appointments where id = $1', [id]))[0];

async function booked(request: { email?: string } = {}) {
  const { status, body } = await calendar.book({ start: nextTime(), ...request }, await pass());
  expect(status).toBe(201);
  return body;
}

describe('free times', () => {
  test('are on bookable days', async () => {
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

  test('don’t include booked and blocked times', async () => {
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

describe('booking', () => {
  test('creates the appointment with a fresh pass', async () => {
    const start = nextTime();
    const email = freshEmail('alone');
    const { status, body } = await calendar.book({ start, phone: '(203) 555-0199', email }, await pass());
    expect(status).toBe(201);
    expect(await row(body.id)).toMatchObject({ name: ROSA.name, phone: '+12035550199', email });
  });

  test('gives a time to one of two visitors', async () => {
    const start = nextTime();
    const passes = [await pass(), await pass()];
    const answers = await Promise.all(passes.map((given) => calendar.book({ start }, given)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      code: 'time_taken',
      message: 'This time was just taken. Please choose another one.',
      details: null,
    });
    // A taken time does not spend the pass.
    const loser = passes[answers.findIndex(({ status }) => status === 409)];
    expect(await calendar.book({ start: nextTime() }, loser)).toMatchObject({ status: 201 });
  });

  test('allows five future appointments per address, or per phone without an address', async () => {
    const booking = async (more: object) => calendar.book({ start: nextTime(), ...more }, await pass());
    const email = freshEmail('rosa');
    // Four of each, far in the future.
    await portal.database.query(
      `insert into public.appointments (name, phone, email, status, starts_at, ends_at, seat, chosen_at)
       select 'Rosa', who.phone, who.email, 'confirmed', at, at + interval '30 minutes', 1, now()
       from jsonb_to_recordset($1) as who (phone text, email text, day int)
       cross join lateral (select now() + make_interval(days => 400 + who.day)) as t (at)`,
      [
        JSON.stringify(
          [
            ...['+12035550177', '(203) 555-0177', '203.555.0177', '2035550177'].map((phone) => ({ phone })),
            ...[email, email.toUpperCase(), email, email].map((one) => ({
              phone: '+12035550178',
              email: one,
            })),
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
          message: 'You already have 5 appointments with us. Please call us to book another one.',
          details: null,
        },
      });
    }
    // The same phone with another address.
    expect((await booking({ phone: '+12035550177', email: freshEmail('ana') })).status).toBe(201);
    // Moving and canceling are not limited.
    const { ticket } = fifth.body;
    expect((await calendar.change({ ticket, act: { move: nextTime() } })).status).toBe(200);
    expect((await calendar.change({ ticket, act: 'cancel' })).status).toBe(200);
    expect((await booking({ phone: '203-555-0177' })).status).toBe(201);
  });

  test('requires a pass for this action', async () => {
    const start = nextTime();
    for (const given of [
      undefined,
      'x',
      await signedPass('contact'),
      await forgedPass({ action: 'appointment', secondsLeft: -1 }),
      await forgedPass({ action: 'appointment', masterKey: Buffer.alloc(32, 9).toString('base64') }),
    ]) {
      expect(await calendar.book({ start }, given)).toEqual({
        status: 403,
        body: {
          code: 'captcha_failed',
          message: 'Security verification failed. Please try again.',
          details: null,
        },
      });
    }
    expect(await calendar.times()).toContain(start);
  });

  test.each([
    [{ name: '' }, 'Full name is required'],
    [{ phone: '12' }, 'Phone number must have 10 digits'],
    [{ email: 'rosa' }, 'Write the email like this: name@example.com'],
    [{ email: 'rosa\u0000@example.com' }, 'Write the email like this: name@example.com'],
  ])('rejects %j with a message for people', async (wrong, message) => {
    const given = await pass();
    const start = nextTime();
    expect(await calendar.book({ start, ...wrong }, given)).toEqual({
      status: 400,
      body: { code: 'validation_failed', message, details: null },
    });
    expect((await calendar.book({ start }, given)).status).toBe(201);
  });

  test.each([
    [{}],
    [{ start: 'tomorrow' }],
    [{ start: 5 }],
    [{ ...ROSA, phone: '2035550142', request: 'mine' }],
    [[]],
    ['x'],
    [null],
  ])('rejects the body %j', async (body) => {
    expect(await calendar.post('calendar-book', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });

  test('books only offered times', async () => {
    const { lastDay } = await calendar.free();
    const plus = (time: string, minutes: number) =>
      new Date(Date.parse(time) + minutes * 60_000).toISOString();
    const never = [
      '2020-01-02T15:00:00.000Z',
      new Date(Date.now() + 60 * 60_000).toISOString(),
      plus(times.at(-1) ?? '', 10),
      // At night, and the day after the last.
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
    // Times can have an offset.
    const start = nextTime();
    const shifted = start.replace('.000Z', '+00:00');
    expect((await calendar.book({ start: shifted }, given)).body.start).toBe(start);
  });
});

describe('with a ticket', () => {
  test('shows, moves and cancels the appointment', async () => {
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

  test('can’t move to a taken or not offered time', async () => {
    const [mine, theirs] = [await booked(), await booked()];
    for (const move of [theirs.start, '2020-01-02T15:00:00.000Z']) {
      expect(await calendar.change({ ticket: mine.ticket, act: { move } })).toMatchObject({
        status: 409,
        body: { code: 'time_taken' },
      });
    }
    expect((await calendar.change({ ticket: mine.ticket })).body.start).toBe(mine.start);
  });

  test('only shows past appointments', async () => {
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

  test('rejects invalid tickets', async () => {
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
  ])('rejects the body %j', async (body) => {
    expect((await calendar.post('calendar-change', body)).status).toBe(400);
  });
});
