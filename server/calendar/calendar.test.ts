import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoOffice } from '#domain/business/demo-office.ts';
import { type Database, openDatabase, sqlState } from '#server/database/database.ts';
import { loadReaders } from '#server/language/readers.ts';
import { databaseForFile, emptyTables } from '#tests/support/test-database.ts';
import { type Calendar, createCalendar } from './calendar.ts';
import { CalendarError } from './errors.ts';
import { createTickets } from './tickets.ts';

const secrets = [randomBytes(32)] as const;
const readers = await loadReaders();
const tickets = createTickets(() => secrets);
const rosa = { person: { name: 'Rosa Delgado', phone: '+12035550188', email: null } };

const testDatabase = databaseForFile();
let opened: Database[];
beforeEach(() => {
  opened = [];
});
afterEach(async () => {
  for (const database of opened) await database.close();
  await emptyTables(testDatabase, 'public.office_settings', 'public.appointments');
});

function open(): Database {
  const database = openDatabase({
    url: testDatabase.url,
    captcha: 'off',
    staffInbox: 'office@example.com',
    onIdleError: () => undefined,
  });
  opened.push(database);
  return database;
}

/** A calendar with this many seats, which may change. */
async function officeWith(capacity: number, now = Date.now) {
  let facts = demoOffice;
  let version = 0;
  const haveSeats = async (seats: number) => {
    facts = { ...demoOffice, calendar: { ...demoOffice.calendar, capacity: seats } };
    version += 1;
    await testDatabase.query(
      `insert into public.office_settings (version, source, facts) values ($1, 'page', $2)`,
      [version, JSON.stringify(facts)],
    );
  };
  await haveSeats(capacity);
  const siteUrl = 'https://portal.example';
  const office = { current: () => facts };
  return {
    calendar: createCalendar({ database: open(), office, siteUrl, tickets, readers, now }),
    haveSeats,
  };
}

/** Consecutive free times, not today's, since few may be left. */
async function freeTimes(calendar: Calendar): Promise<number[]> {
  const { days } = await calendar.free(undefined, 14);
  return days.slice(1).flatMap(({ times }) => times.map((time) => Date.parse(time)));
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof CalendarError ? error.code : Promise.reject(error)),
  );

/** Inserts without the calendar's lock, so that only the constraint applies. */
const insert = (startsAt: Date, seat: number) => ({
  text: `insert into public.appointments (id, name, phone, status, starts_at, ends_at, seat, chosen_at)
    values ($1, 'X', '1', 'confirmed', $2, $2::timestamptz + interval '30 minutes', $3, now())`,
  values: [randomUUID(), startsAt, seat],
});

describe('seats', () => {
  test('accepts three of twelve concurrent bookings for three seats', async () => {
    const { calendar } = await officeWith(3);
    const [start = 0, next] = await freeTimes(calendar);
    const requests = Array.from({ length: 12 }, () => outcomeOf(calendar.book(rosa, start)));
    const answers = await Promise.all(requests);
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(3);
    expect(new Set(answers)).toEqual(new Set(['done', 'time_taken']));
    const seats = await testDatabase.query('select seat from public.appointments order by seat');
    expect(seats).toEqual([{ seat: 1 }, { seat: 2 }, { seat: 3 }]);
    const left = await freeTimes(calendar);
    expect(left).not.toContain(start);
    expect(left).toContain(next);
  });

  test('keeps booked appointments when the capacity is reduced, and counts them', async () => {
    const { calendar, haveSeats } = await officeWith(3);
    const [start = 0, elsewhere = 0] = await freeTimes(calendar);
    const booked = [];
    for (let one = 0; one < 3; one += 1) booked.push(await calendar.book(rosa, start));
    const [first, second, third] = booked;
    if (!first || !second || !third) throw new Error('not three');

    await haveSeats(1);
    expect(await freeTimes(calendar)).not.toContain(start);
    expect((await calendar.show(third.id)).start).toBe(third.start);
    // Seat 1 is free, but two appointments are left.
    await calendar.cancel(first.id);
    expect(await freeTimes(calendar)).not.toContain(start);
    expect(await outcomeOf(calendar.book(rosa, start))).toBe('time_taken');
    // An appointment on a removed seat can move, and gets an existing one.
    await calendar.move(third.id, elsewhere);
    expect(
      await testDatabase.query('select seat from public.appointments where id = $1', [third.id]),
    ).toEqual([{ seat: 1 }]);
    await calendar.cancel(second.id);
    expect(await freeTimes(calendar)).toContain(start);
    expect(await outcomeOf(calendar.book(rosa, start))).toBe('done');
  });

  test('a longer appointment blocks every time that it overlaps', async () => {
    const { calendar } = await officeWith(1);
    const [start = 0, second, third, fourth] = await freeTimes(calendar);
    await testDatabase.query(
      `insert into public.appointments (name, phone, status, starts_at, ends_at, seat, chosen_at)
       values ('X', '1', 'confirmed', $1, $1::timestamptz + interval '75 minutes', 1, now())`,
      [new Date(start)],
    );
    const left = await freeTimes(calendar);
    expect([start, second, third].filter((time) => left.includes(time ?? 0))).toEqual([]);
    expect(left).toContain(fourth);
  });
});

describe('exclusion constraint', () => {
  test('gives a seat to one of two transactions', async () => {
    const [one, two] = [open(), open()];
    const startsAt = new Date('2031-03-03T15:00:00Z');
    let taken = () => {};
    const firstHasIt = new Promise<void>((resolve) => {
      taken = resolve;
    });
    let waits = () => {};
    const secondWaits = new Promise<void>((resolve) => {
      waits = resolve;
    });
    const first = one.asOwner(async (tx) => {
      await tx.run(insert(startsAt, 1));
      taken();
      await secondWaits;
    });
    await firstHasIt;
    const second = two.asOwner(async (tx) => {
      const inserted = tx.run(insert(new Date(startsAt.getTime() + 10 * 60_000), 1));
      waits();
      await inserted;
    });
    await first;
    expect(await second.then(() => undefined, sqlState)).toBe('23P01');
  });

  test('gives a seat to one of six concurrent inserts', async () => {
    const database = open();
    const startsAt = new Date('2031-03-03T15:00:00Z');
    const states = await Promise.all(
      // Not more: PostgreSQL notices one deadlock each second.
      Array.from({ length: 6 }, () => {
        const { text, values } = insert(startsAt, 1);
        return database.query(text, values).then(() => undefined, sqlState);
      }),
    );
    expect(states.filter((state) => state === undefined)).toHaveLength(1);
    // Two may also have deadlocked.
    expect(states.every((state) => [undefined, '23P01', '40P01'].includes(state))).toBe(true);
  });

  test('allows other seats, the next time, and canceled appointments', async () => {
    const database = open();
    const startsAt = new Date('2031-03-03T15:00:00Z');
    const add = (at: Date, seat: number) => {
      const { text, values } = insert(at, seat);
      return database.query(text, values).then(() => 'ok', sqlState);
    };
    expect(await add(startsAt, 1)).toBe('ok');
    expect(await add(startsAt, 2)).toBe('ok');
    expect(await add(new Date(startsAt.getTime() + 30 * 60_000), 1)).toBe('ok');
    expect(await add(startsAt, 1)).toBe('23P01');
    await testDatabase.query(`update public.appointments set status = 'cancelled' where seat = 1`);
    expect(await add(startsAt, 1)).toBe('ok');
    // The canceled one can't be confirmed again.
    await expect(
      testDatabase.query(`update public.appointments set status = 'confirmed' where status = 'cancelled'`),
    ).rejects.toMatchObject({ code: '23P01' });
  });
});

test('books and moves only to offered times', async () => {
  // A Wednesday morning, nine o'clock in New Haven; Thanksgiving is the next day.
  const now = () => Date.parse('2030-11-27T14:00:00Z');
  const { calendar } = await officeWith(2, now);
  const { id } = await calendar.book(rosa, Date.parse('2030-12-02T15:00:00Z'));
  const expected = [
    ['exactly two hours ahead', '2030-11-27T16:00:00Z', 'done'],
    ['the first of a day', '2030-11-29T13:00:00Z', 'done'],
    ['the last of a day', '2030-11-30T00:30:00Z', 'done'],
    ['the last of the last day', '2031-01-27T00:30:00Z', 'done'],
    ['over', '2030-11-27T13:30:00Z', 'time_taken'],
    ['now', '2030-11-27T14:00:00Z', 'time_taken'],
    ['too soon', '2030-11-27T15:30:00Z', 'time_taken'],
    ['on Thanksgiving', '2030-11-28T16:00:00Z', 'time_taken'],
    ['on Christmas', '2030-12-25T16:00:00Z', 'time_taken'],
    ['before opening', '2030-11-29T12:30:00Z', 'time_taken'],
    ['at closing', '2030-11-30T01:00:00Z', 'time_taken'],
    ['beside the grid', '2030-11-29T13:10:00Z', 'time_taken'],
    ['a second beside the grid', '2030-11-29T13:00:01Z', 'time_taken'],
    ['the day after the last', '2031-01-27T13:00:00Z', 'time_taken'],
  ] as const;
  for (const [at, [what, start, outcome]] of expected.entries()) {
    const other = { person: { ...rosa.person, phone: `+12035550${100 + at}` } };
    const booked = await outcomeOf(calendar.book(other, Date.parse(start)));
    // There are two seats, so the booking above does not block it.
    const moved = await outcomeOf(calendar.move(id, Date.parse(start)));
    expect([what, booked, moved]).toEqual([what, outcome, outcome]);
  }
});

test('queues the mails of each call at once', async () => {
  const { calendar } = await officeWith(1);
  const [start = 0, next = 0] = await freeTimes(calendar);
  const person = { ...rosa.person, email: 'rosa@example.com' };
  const lettersAbout = async (id: string) => {
    const mails = await testDatabase.query<{ letter: string }>(
      `select letter from public.email_queue
       where facts ->> 'appointment_id' = $1 and next_attempt_at = created_at order by letter`,
      [id],
    );
    return mails.map(({ letter }) => letter);
  };
  const pass = { id: randomUUID(), action: 'appointment', fresh: true };
  const saved = { request: randomUUID(), pass, person };
  const { id } = await calendar.save(saved, false);
  expect(await lettersAbout(id)).toEqual(['booking_notice']);
  expect((await calendar.book(saved, start)).id).toBe(id);
  expect(await lettersAbout(id)).toEqual(['appointment_booked', 'appointment_notice', 'booking_notice']);
  const booked = await calendar.book({ person }, next);
  expect(await lettersAbout(booked.id)).toEqual(['appointment_booked', 'appointment_notice']);
});
