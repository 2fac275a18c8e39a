import { randomUUID } from 'node:crypto';
import type { Attempt, Fixtures } from '../types.ts';
import { callFunction, outcomeOf } from './outcome.ts';

/** Opens a client without a login. Returns its id. */
export async function openClient({ portal }: Fixtures): Promise<string> {
  const id = randomUUID();
  await portal.database.query('insert into auth.users (id, email) values ($1, null)', [id]);
  await portal.database.query(`insert into public.user_profiles (user_id, email) values ($1, '')`, [id]);
  return id;
}

/** The record of a merge of two clients that have nothing; the rest is in tests/contract/clients. */
async function insertMerge(fixtures: Fixtures): Promise<{ id: string; target: string }> {
  const [source, target] = [await openClient(fixtures), await openClient(fixtures)];
  const [row] = await fixtures.portal.database.query<{ id: string }>(
    `insert into public.client_merges (request_id, source_id, target_id) values (gen_random_uuid(), $1, $2)
     returning id`,
    [source, target],
  );
  return { id: row?.id ?? '', target };
}

export const mergeOperations = {
  'read the merges of a client': async ({ client, fixtures }: Attempt) => {
    const { target } = await insertMerge(fixtures);
    return outcomeOf(
      await client.from('client_merges').select('*', { count: 'exact' }).eq('target_id', target),
    );
  },
  'add a merge directly': async ({ client, fixtures: { a, b } }: Attempt) =>
    outcomeOf(
      await client
        .from('client_merges')
        .insert({ request_id: randomUUID(), source_id: a, target_id: b }, { count: 'exact' }),
    ),
  'undo a merge directly': async ({ client, fixtures }: Attempt) => {
    const { target } = await insertMerge(fixtures);
    return outcomeOf(
      await client
        .from('client_merges')
        .update({ undone_at: new Date().toISOString() }, { count: 'exact' })
        .eq('target_id', target),
    );
  },
  'delete a merge directly': async ({ client, fixtures }: Attempt) => {
    const { target } = await insertMerge(fixtures);
    return outcomeOf(await client.from('client_merges').delete({ count: 'exact' }).eq('target_id', target));
  },
  'preview a merge of A into B': async ({ client, fixtures: { a, b } }: Attempt) =>
    outcomeOf(await client.rpc('preview_client_merge', { source: a, target: b })),
  'read the returns in a step': async ({ client, fixtures }: Attempt) => {
    const id = await openClient(fixtures);
    const { database } = fixtures.portal;
    await database.query(
      `insert into public.tax_returns (user_id, year, kind) values ($1, 2025, 'personal')`,
      [id],
    );
    return outcomeOf(
      await client
        .rpc('waiting_returns', { statuses: ['not_started'] }, { get: true, count: 'exact' })
        .eq('user_id', id),
    );
  },
  'merge two clients': async (attempt: Attempt) => {
    const [source, target] = [await openClient(attempt.fixtures), await openClient(attempt.fixtures)];
    return callFunction(attempt, 'client-merge', {
      body: { source, target, requestId: randomUUID(), people: [] },
    });
  },
  'undo a merge': async (attempt: Attempt) => {
    const { id } = await insertMerge(attempt.fixtures);
    return callFunction(attempt, 'client-merge-undo', { body: { mergeId: id } });
  },
};
