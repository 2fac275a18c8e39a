import { randomUUID } from 'node:crypto';
import type { Attempt, Outcome } from '../types.ts';
import { openWalkIn } from './desk/walk-ins.ts';
import { forgetGrants } from './grants.ts';
import { answered, outcomeOf } from './outcome.ts';

/** Adds the user without a profile to A's client, as this relation. */
async function insertMember(
  { fixtures: { portal, a, unconfirmed } }: Attempt,
  relation: string,
): Promise<void> {
  await portal.database.query(
    `insert into public.client_members (client_id, user_id, relation, rights) values ($1, $2, $3, $4)
     on conflict (client_id, user_id) do update set relation = excluded.relation, ends_at = null`,
    [a, unconfirmed, relation, ['see', 'upload']],
  );
}

const save =
  (args: (attempt: Attempt) => object = () => ({})) =>
  async (attempt: Attempt): Promise<Outcome> => {
    await forgetGrants(attempt.fixtures);
    const { a, b } = attempt.fixtures;
    const member = { client_id: a, member_id: b, relation: 'helper', rights: ['see'] };
    return outcomeOf(await attempt.client.rpc('save_client_member', { ...member, ...args(attempt) }));
  };

const end =
  (relation: string) =>
  async (attempt: Attempt): Promise<Outcome> => {
    await insertMember(attempt, relation);
    const { a, unconfirmed } = attempt.fixtures;
    return outcomeOf(await attempt.client.rpc('end_client_member', { client_id: a, member_id: unconfirmed }));
  };

export const clientOperations = {
  "read A's client": async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.from('clients').select('*', { count: 'exact' }).eq('id', fixtures.a)),
  "rename A's client directly": async ({ client, fixtures }: Attempt) =>
    outcomeOf(
      await client.from('clients').update({ name: 'Changed' }, { count: 'exact' }).eq('id', fixtures.a),
    ),
  "delete A's client directly": async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.from('clients').delete({ count: 'exact' }).eq('id', fixtures.a)),
  'read the members of A': async (attempt: Attempt) => {
    await insertMember(attempt, 'helper');
    const { client, fixtures } = attempt;
    return outcomeOf(
      await client.from('client_members').select('*', { count: 'exact' }).eq('client_id', fixtures.a),
    );
  },
  'list the people with access to A': async (attempt: Attempt) => {
    await insertMember(attempt, 'helper');
    const { client, fixtures } = attempt;
    return outcomeOf(await client.rpc('members_of_client', { client_id: fixtures.a }, { count: 'exact' }));
  },
  "ask what A's helper sees": async (attempt: Attempt) => {
    await insertMember(attempt, 'helper');
    const { a, unconfirmed } = attempt.fixtures;
    const wanted = { client_id: a, member_id: unconfirmed };
    return outcomeOf(await attempt.client.rpc('shared_with_member', wanted, { count: 'exact' }));
  },
  "ask what A's spouse sees": async (attempt: Attempt) => {
    await insertMember(attempt, 'spouse');
    const { a, unconfirmed } = attempt.fixtures;
    const wanted = { client_id: a, member_id: unconfirmed };
    return outcomeOf(await attempt.client.rpc('shared_with_member', wanted, { count: 'exact' }));
  },
  'read the take-over of A': async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('take_over_of', { client_id: fixtures.a }, { count: 'exact' })),
  'undo a take-over of A, who was not taken over': async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('undo_take_over', { client_id: fixtures.a })),
  'ask whether one fills in the form of a client without a login': async ({ client, fixtures }: Attempt) =>
    answered(await client.rpc('fills_form_at_desk', { client_id: await openWalkIn(fixtures) })),
  "list one's own clients": async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('my_clients', {}, { count: 'exact' })),
  'add a member to A directly': async ({ client, fixtures, ownId }: Attempt) =>
    outcomeOf(
      await client
        .from('client_members')
        .insert(
          { client_id: fixtures.a, user_id: ownId, relation: 'spouse', rights: ['see'] },
          { count: 'exact' },
        ),
    ),
  'extend a membership of A directly': async ({ client, fixtures }: Attempt) =>
    outcomeOf(
      await client
        .from('client_members')
        .update({ ends_at: null }, { count: 'exact' })
        .eq('client_id', fixtures.a),
    ),
  'let a helper of A manage': save(() => ({ rights: ['see', 'manage'] })),
  "take A's own client from A": save(({ fixtures }) => ({ member_id: fixtures.a })),
  'add a member to an unknown client': save(() => ({ client_id: randomUUID() })),
  "end the access of A's helper": end('helper'),
  "end a membership of A's spouse": end('spouse'),
  "end A's own membership": async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc('end_client_member', { client_id: fixtures.a, member_id: fixtures.a })),
};
