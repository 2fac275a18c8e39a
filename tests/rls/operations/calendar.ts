import { randomUUID } from 'node:crypto';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import { signedPass } from '#tests/support/captcha.ts';
import type { Attempt, Fixtures, Outcome } from '../types.ts';
import { outcomeOf, type Response } from './outcome.ts';

const NAME = 'Of the calendar';
const CONFIRMED = { status: 'confirmed', calendly_completed: true };

/** 10 or 11 in the morning in New Haven, `days` days from now. ISO time. */
function timeAhead(days: number): string {
  const day = new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return `${day}T15:00:00.000Z`;
}

/** A's request without a time in an otherwise empty calendar. Returns its id. */
async function insertRequest({ portal: { database }, emailOfA }: Fixtures): Promise<string> {
  await database.query('delete from public.appointments where name = $1 or starts_at is not null', [NAME]);
  const [appointment] = await database.query<{ id: string }>(
    `insert into public.appointments (name, email, phone) values ($1, $2, '+12035550199') returning id`,
    [NAME, emailOfA],
  );
  return appointment?.id ?? '';
}

async function insertBlock({ portal: { database } }: Fixtures): Promise<string> {
  const [block] = await database.query<{ id: string }>(
    `insert into public.calendar_blocks (starts_at, ends_at, reason, author_id)
     values ($1, $1::timestamptz + interval '1 hour', 'Boiler', gen_random_uuid()) returning id`,
    [timeAhead(20)],
  );
  return block?.id ?? '';
}

/** Books first, then acts with the pass of the booking (`own`) or with a new one (`other`). */
const afterBooking =
  (act: (attempt: Attempt, booked: { id: string; own: string; other: string }) => PromiseLike<Response>) =>
  async (attempt: Attempt): Promise<Outcome> => {
    const { client } = attempt;
    const pass = () => signedPass('appointment');
    const [own, other] = [await pass(), await pass()];
    const { data, error } = await client
      .from('appointments')
      .insert({ name: NAME, phone: '+12035550100', status: 'pending' })
      .select('id')
      .single()
      .setHeader(CAPTCHA_PASS_HEADER, own);
    if (error) return `${error.code}/400`;
    return outcomeOf(await act(attempt, { id: data.id, own, other }));
  };
const change = ({ client }: Attempt, id: string, values: object, pass: string) =>
  client
    .from('appointments')
    .update(values, { count: 'exact' })
    .eq('id', id)
    .setHeader(CAPTCHA_PASS_HEADER, pass);

const set =
  (values: object) =>
  async ({ client, fixtures }: Attempt): Promise<Outcome> => {
    const id = await insertRequest(fixtures);
    return outcomeOf(await client.from('appointments').update(values, { count: 'exact' }).eq('id', id));
  };

const addBlock =
  (values: object = {}) =>
  async ({ client }: Attempt): Promise<Outcome> => {
    const block = { starts_at: timeAhead(30), ends_at: timeAhead(31), reason: 'Course', ...values };
    return outcomeOf(await client.from('calendar_blocks').insert(block, { count: 'exact' }));
  };

const schedule =
  (new_start: string) =>
  async ({ client, fixtures }: Attempt): Promise<Outcome> =>
    outcomeOf(
      await client.rpc('schedule_appointment', { appointment_id: await insertRequest(fixtures), new_start }),
    );

export const calendarOperations = {
  "confirm one's own booking": afterBooking((attempt, { id, own }) => change(attempt, id, CONFIRMED, own)),
  "confirm one's own booking twice": afterBooking(async (attempt, { id, own }) => {
    await change(attempt, id, CONFIRMED, own);
    return change(attempt, id, CONFIRMED, own);
  }),
  'confirm a booking with another pass': afterBooking((attempt, { id, other }) =>
    change(attempt, id, CONFIRMED, other),
  ),
  "cancel one's own booking": afterBooking((attempt, { id, own }) =>
    change(attempt, id, { status: 'cancelled' }, own),
  ),
  "set the time of one's own booking": afterBooking((attempt, { id, own }) =>
    change(attempt, id, { starts_at: timeAhead(9) }, own),
  ),
  'book with a chosen time': async ({ client }: Attempt) => {
    const time = { starts_at: timeAhead(9), ends_at: timeAhead(10), seat: 1, chosen_at: timeAhead(0) };
    const booking = { name: NAME, phone: '+12035550100', status: 'pending', ...time };
    const pass = await signedPass('appointment');
    return outcomeOf(
      await client
        .from('appointments')
        .insert(booking, { count: 'exact' })
        .setHeader(CAPTCHA_PASS_HEADER, pass),
    );
  },
  "set the time of A's appointment directly": set({ starts_at: timeAhead(9) }),
  "set the seat of A's appointment directly": set({ seat: 2 }),

  "schedule A's request": schedule(timeAhead(11)),
  "schedule A's request in the past": schedule('2020-01-02T15:00:00Z'),
  "schedule A's request in a hundred years": schedule('2126-01-02T15:00:00Z'),
  "schedule A's request at a taken time": async ({ client, fixtures }: Attempt) => {
    const appointment_id = await insertRequest(fixtures);
    await fixtures.portal.database.query(
      `insert into public.appointments (name, phone, status, starts_at, ends_at, seat, chosen_at)
       values ($1, '1', 'confirmed', $2, $2::timestamptz + interval '45 minutes', 1, now())`,
      [NAME, timeAhead(12)],
    );
    return outcomeOf(await client.rpc('schedule_appointment', { appointment_id, new_start: timeAhead(12) }));
  },
  'add an appointment for a caller': async ({ client, fixtures }: Attempt) => {
    await insertRequest(fixtures);
    const caller = { client_name: NAME, client_phone: '+12035550100', new_start: timeAhead(13) };
    return outcomeOf(await client.rpc('add_appointment', caller));
  },

  'read a block': async ({ client, fixtures }: Attempt) =>
    outcomeOf(
      await client
        .from('calendar_blocks')
        .select('*', { count: 'exact' })
        .eq('id', await insertBlock(fixtures)),
    ),
  'block a day': addBlock(),
  'block a day that ends before it begins': addBlock({ ends_at: timeAhead(29) }),
  "block a day in another person's name": addBlock({ author_name: 'Somebody else' }),
  'move a block': async ({ client, fixtures }: Attempt) => {
    const id = await insertBlock(fixtures);
    const values = { ends_at: timeAhead(40) };
    return outcomeOf(await client.from('calendar_blocks').update(values, { count: 'exact' }).eq('id', id));
  },
  'remove a block': async ({ client, fixtures }: Attempt) => {
    const id = await insertBlock(fixtures);
    return outcomeOf(await client.from('calendar_blocks').delete({ count: 'exact' }).eq('id', id));
  },

  'call book_appointment': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('book_appointment', bookingArguments())),
  'call book_appointment of schema nutmeg': async ({ client }: Attempt) =>
    outcomeOf(await client.schema('nutmeg').rpc('book_appointment', bookingArguments())),
};

const bookingArguments = () => ({
  request: randomUUID(),
  pass: null,
  visitor: {},
  new_start: timeAhead(14),
  elsewhere: false,
});
