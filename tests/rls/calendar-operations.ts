import type { PostgrestSingleResponse, SupabaseClient } from '@supabase/supabase-js';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import { solveCaptcha } from '#tests/support/captcha.ts';
import type { Cast } from './actors.ts';
import type { Outcome } from './vocabulary.ts';

interface Try {
  client: SupabaseClient;
  cast: Cast;
}

const NAME = 'Of the calendar';
const CONFIRMED = { status: 'confirmed', calendly_completed: true };

/** Ten in the morning in New Haven, so many days ahead. */
function timeAhead(days: number): string {
  const day = new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return `${day}T15:00:00.000Z`;
}

/** A's request without a time, and nothing else in the calendar. Its id. */
async function layOutRequest({ portal: { database }, emailOfA }: Cast): Promise<string> {
  await database.query('delete from public.appointments where name = $1 or starts_at is not null', [NAME]);
  const [appointment] = await database.query<{ id: string }>(
    `insert into public.appointments (name, email, phone) values ($1, $2, '+12035550199') returning id`,
    [NAME, emailOfA],
  );
  return appointment?.id ?? '';
}

async function layOutBlock({ portal: { database } }: Cast): Promise<string> {
  const [block] = await database.query<{ id: string }>(
    `insert into public.calendar_blocks (starts_at, ends_at, reason, author_id)
     values ($1, $1::timestamptz + interval '1 hour', 'Boiler', gen_random_uuid()) returning id`,
    [timeAhead(20)],
  );
  return block?.id ?? '';
}

/** What the same person may do a moment after having booked, with the pass that booked it or another. */
const afterBooking =
  (act: (attempt: Try, booked: { id: string; own: string; other: string }) => PromiseLike<Answer>) =>
  async (attempt: Try): Promise<Outcome> => {
    const { client, cast } = attempt;
    const pass = () => solveCaptcha(cast.portal.url, 'appointment');
    const [own, other] = [await pass(), await pass()];
    const { data, error } = await client
      .from('appointments')
      .insert({ name: NAME, phone: '+12035550100', status: 'pending' })
      .select('id')
      .single()
      .setHeader(CAPTCHA_PASS_HEADER, own);
    if (error) return `${error.code}/400`;
    return outcome(await act(attempt, { id: data.id, own, other }));
  };
const change = ({ client }: Try, id: string, values: object, pass: string) =>
  client
    .from('appointments')
    .update(values, { count: 'exact' })
    .eq('id', id)
    .setHeader(CAPTCHA_PASS_HEADER, pass);

const set =
  (values: object) =>
  async ({ client, cast }: Try): Promise<Outcome> => {
    const id = await layOutRequest(cast);
    return outcome(await client.from('appointments').update(values, { count: 'exact' }).eq('id', id));
  };

const addBlock =
  (values: object = {}) =>
  async ({ client }: Try): Promise<Outcome> => {
    const block = { starts_at: timeAhead(30), ends_at: timeAhead(31), reason: 'Course', ...values };
    return outcome(await client.from('calendar_blocks').insert(block, { count: 'exact' }));
  };

const schedule =
  (new_start: string) =>
  async ({ client, cast }: Try): Promise<Outcome> =>
    outcome(
      await client.rpc('schedule_appointment', { appointment_id: await layOutRequest(cast), new_start }),
    );

export const calendarOperations = {
  'confirm what the own pass wrote': afterBooking((attempt, { id, own }) =>
    change(attempt, id, CONFIRMED, own),
  ),
  'confirm it a second time': afterBooking(async (attempt, { id, own }) => {
    await change(attempt, id, CONFIRMED, own);
    return change(attempt, id, CONFIRMED, own);
  }),
  'confirm what another pass wrote': afterBooking((attempt, { id, other }) =>
    change(attempt, id, CONFIRMED, other),
  ),
  'cancel what the own pass wrote': afterBooking((attempt, { id, own }) =>
    change(attempt, id, { status: 'cancelled' }, own),
  ),
  'give oneself a time by hand': afterBooking((attempt, { id, own }) =>
    change(attempt, id, { starts_at: timeAhead(9) }, own),
  ),
  'book with a time of the own choice': async ({ client, cast }: Try) => {
    const time = { starts_at: timeAhead(9), ends_at: timeAhead(10), seat: 1, chosen_at: timeAhead(0) };
    const booking = { name: NAME, phone: '+12035550100', status: 'pending', ...time };
    const pass = await solveCaptcha(cast.portal.url, 'appointment');
    return outcome(
      await client
        .from('appointments')
        .insert(booking, { count: 'exact' })
        .setHeader(CAPTCHA_PASS_HEADER, pass),
    );
  },
  "set the time of A's appointment by hand": set({ starts_at: timeAhead(9) }),
  "set the seat of A's appointment by hand": set({ seat: 2 }),

  "give A's request a time": schedule(timeAhead(11)),
  "give A's request a time that is over": schedule('2020-01-02T15:00:00Z'),
  "give A's request a time in a hundred years": schedule('2126-01-02T15:00:00Z'),
  "give A's request a time that another has": async ({ client, cast }: Try) => {
    const appointment_id = await layOutRequest(cast);
    await cast.portal.database.query(
      `insert into public.appointments (name, phone, status, starts_at, ends_at, seat, chosen_at)
       values ($1, '1', 'confirmed', $2, $2::timestamptz + interval '45 minutes', 1, now())`,
      [NAME, timeAhead(12)],
    );
    return outcome(await client.rpc('schedule_appointment', { appointment_id, new_start: timeAhead(12) }));
  },
  'add an appointment for a caller': async ({ client, cast }: Try) => {
    await layOutRequest(cast);
    const caller = { client_name: NAME, client_phone: '+12035550100', new_start: timeAhead(13) };
    return outcome(await client.rpc('add_appointment', caller));
  },

  'read a block': async ({ client, cast }: Try) =>
    outcome(
      await client
        .from('calendar_blocks')
        .select('*', { count: 'exact' })
        .eq('id', await layOutBlock(cast)),
    ),
  'block a day': addBlock(),
  'block a day that ends before it begins': addBlock({ ends_at: timeAhead(29) }),
  "block a day in another's name": addBlock({ author_name: 'Somebody else' }),
  'move a block': async ({ client, cast }: Try) => {
    const id = await layOutBlock(cast);
    const values = { ends_at: timeAhead(40) };
    return outcome(await client.from('calendar_blocks').update(values, { count: 'exact' }).eq('id', id));
  },
  'remove a block': async ({ client, cast }: Try) => {
    const id = await layOutBlock(cast);
    return outcome(await client.from('calendar_blocks').delete({ count: 'exact' }).eq('id', id));
  },

  'book a time past the server': async ({ client }: Try) =>
    outcome(await client.rpc('book_time', { pass: null, new_start: timeAhead(14), visitor: {} })),
  'book a time by schema nutmeg': async ({ client }: Try) =>
    outcome(
      await client.schema('nutmeg').rpc('book_time', { pass: null, new_start: timeAhead(14), visitor: {} }),
    ),
};

type Answer = PostgrestSingleResponse<unknown>;

function outcome({ error, status, count }: Answer): Outcome {
  if (error) return `${error.code}/${status}`;
  return count === null ? 'ok' : `rows:${count}`;
}
