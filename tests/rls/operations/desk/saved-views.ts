import type { Attempt, Fixtures, Outcome } from '../../types.ts';
import { outcomeOf } from '../outcome.ts';

type Whose = (attempt: Attempt) => string;
const own: Whose = ({ ownId }) => ownId;
/** Owners need no role: what staff may do doesn't depend on it. */
const ofAnother: Whose = ({ fixtures, ownId }) => (ownId === fixtures.b ? fixtures.a : fixtures.b);

/** The only view of this person, and of anyone. */
async function insertView({ portal: { database } }: Fixtures, owner: string, shared: boolean): Promise<void> {
  await database.query('delete from public.saved_views');
  // Nothing for the user who was deleted.
  await database.query(
    `insert into public.saved_views (owner_id, name, query, shared)
     select user_id, 'Late', 'waiting=7', $2 from public.user_profiles where user_id = $1`,
    [owner, shared],
  );
}

type Act = (attempt: Attempt, owner: string) => Promise<Outcome>;
const onView =
  (whose: Whose, shared: boolean, act: Act) =>
  async (attempt: Attempt): Promise<Outcome> => {
    const owner = whose(attempt);
    await insertView(attempt.fixtures, owner, shared);
    return act(attempt, owner);
  };

const read: Act = async ({ client }, owner) =>
  outcomeOf(await client.from('saved_views').select('*', { count: 'exact' }).eq('owner_id', owner));
const rename: Act = async ({ client }, owner) =>
  outcomeOf(
    await client.from('saved_views').update({ name: 'Later' }, { count: 'exact' }).eq('owner_id', owner),
  );
const remove: Act = async ({ client }, owner) =>
  outcomeOf(await client.from('saved_views').delete({ count: 'exact' }).eq('owner_id', owner));

const save =
  (more: (attempt: Attempt) => object = () => ({})) =>
  async (attempt: Attempt): Promise<Outcome> => {
    await attempt.fixtures.portal.database.query('delete from public.saved_views');
    const view = { name: 'Late', query: 'waiting=7', ...more(attempt) };
    return outcomeOf(await attempt.client.from('saved_views').insert(view, { count: 'exact' }));
  };

async function insertColumns({ portal: { database } }: Fixtures, owner: string): Promise<void> {
  await database.query('delete from public.staff_preferences');
  await database.query(
    `insert into public.staff_preferences (user_id, client_columns)
     select user_id, '{email}' from public.user_profiles where user_id = $1`,
    [owner],
  );
}

const readColumns =
  (whose: Whose) =>
  async (attempt: Attempt): Promise<Outcome> => {
    await insertColumns(attempt.fixtures, whose(attempt));
    const preferences = attempt.client.from('staff_preferences');
    return outcomeOf(await preferences.select('*', { count: 'exact' }).eq('user_id', whose(attempt)));
  };

const saveColumns =
  (whose: Whose) =>
  async (attempt: Attempt): Promise<Outcome> => {
    await insertColumns(attempt.fixtures, whose(attempt));
    const chosen = { user_id: whose(attempt), client_columns: ['phone'] };
    return outcomeOf(await attempt.client.from('staff_preferences').upsert(chosen, { count: 'exact' }));
  };

export const savedViewOperations = {
  "read one's own view": onView(own, false, read),
  "read another person's shared view": onView(ofAnother, true, read),
  "read another person's view": onView(ofAnother, false, read),
  'save a view': save(),
  "save a view in another person's name": save((attempt) => ({ owner_id: ofAnother(attempt) })),
  'save a view for a too long address': save(() => ({ query: 'q'.repeat(501) })),
  'save a 31st view': async (attempt: Attempt) => {
    const { database } = attempt.fixtures.portal;
    await database.query('delete from public.saved_views');
    await database.query(
      `insert into public.saved_views (owner_id, name, query)
       select user_id, 'View ' || n, '' from public.user_profiles, generate_series(1, 30) as n where user_id = $1`,
      [attempt.ownId],
    );
    const views = attempt.client.from('saved_views');
    return outcomeOf(await views.insert({ name: 'Late', query: '' }, { count: 'exact' }));
  },
  "rename one's own view": onView(own, false, rename),
  "rename another person's shared view": onView(ofAnother, true, rename),
  "rename another person's view": onView(ofAnother, false, rename),
  "delete one's own view": onView(own, false, remove),
  "delete another person's shared view": onView(ofAnother, true, remove),
  "delete another person's view": onView(ofAnother, false, remove),
  "read one's own columns": readColumns(own),
  "read another person's columns": readColumns(ofAnother),
  "choose one's own columns": saveColumns(own),
  "choose another person's columns": saveColumns(ofAnother),
  'find A by its people': async ({ client, fixtures }: Attempt) => {
    await fixtures.portal.database.query(
      `insert into public.client_details (client_id, contacts) values ($1, '[{"first_name": "Zeno"}]')
       on conflict (client_id) do update set contacts = excluded.contacts`,
      [fixtures.a],
    );
    const wanted = { client_ids: [fixtures.a], term: 'zeno' };
    return outcomeOf(await client.rpc('people_found', wanted, { count: 'exact' }));
  },
  'list the tags': async ({ client, fixtures }: Attempt) => {
    await fixtures.portal.database.query(
      `insert into public.client_details (client_id, tags) values ($1, '{VIP}')
       on conflict (client_id) do update set tags = '{VIP}'`,
      [fixtures.a],
    );
    return outcomeOf(await client.rpc('client_tags', {}, { count: 'exact' }));
  },
};
