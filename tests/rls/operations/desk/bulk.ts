import { randomUUID } from 'node:crypto';
import type { Attempt, Fixtures, Outcome } from '../../types.ts';
import { outcomeOf } from '../outcome.ts';

/** One job of another person about A that has ended. Returns its id. */
async function insertJob({ portal, a, b }: Fixtures): Promise<string> {
  const id = randomUUID();
  await portal.database.query(
    `insert into public.bulk_jobs (id, kind, options, created_by, state, ended_at, clients, left_out)
     values ($1, 'archive', '{"archived": true}', $2, 'done', now(), 1, 1)`,
    [id, b],
  );
  await portal.database.query(
    `insert into public.bulk_job_clients (job_id, client_id, position, outcome, reason)
     values ($1, $2, 0, 'left_out', 'unchanged')`,
    [id, a],
  );
  return id;
}

const onJob =
  (run: (attempt: Attempt, id: string) => PromiseLike<Parameters<typeof outcomeOf>[0]>) =>
  async (attempt: Attempt): Promise<Outcome> =>
    outcomeOf(await run(attempt, await insertJob(attempt.fixtures)));

export const bulkOperations = {
  'read a bulk job': onJob(({ client }, id) =>
    client.from('bulk_jobs').select('*', { count: 'exact' }).eq('id', id),
  ),
  'write a bulk job': async ({ client, fixtures }: Attempt) =>
    outcomeOf(
      await client.from('bulk_jobs').insert(
        {
          id: randomUUID(),
          kind: 'archive',
          options: { archived: true },
          created_by: fixtures.a,
          clients: 1,
        },
        { count: 'exact' },
      ),
    ),
  'let a bulk job run again': onJob(({ client }, id) =>
    client.from('bulk_jobs').update({ state: 'running', ended_at: null }, { count: 'exact' }).eq('id', id),
  ),
  'read the clients of a bulk job': onJob(({ client }, id) =>
    client.from('bulk_job_clients').select('*', { count: 'exact' }).eq('job_id', id),
  ),
  'add a client to a bulk job': onJob(({ client, fixtures }, id) =>
    client
      .from('bulk_job_clients')
      .insert({ job_id: id, client_id: fixtures.b, position: 1 }, { count: 'exact' }),
  ),
  // A person that doesn't exist is left out, so that the job changes nothing.
  'start a bulk job': async ({ client }: Attempt) =>
    outcomeOf(
      await client.rpc('start_bulk_job', {
        job_id: randomUUID(),
        job_kind: 'archive',
        client_ids: [randomUUID()],
        job_options: { archived: true },
      }),
    ),
  'stop a bulk job': onJob(({ client }, id) => client.rpc('stop_bulk_job', { job_id: id })),
  'read the results of a bulk job': onJob(({ client }, id) =>
    client.rpc('bulk_job_results', { job_id: id }, { count: 'exact' }),
  ),
  'list the ids of clients': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('list_client_ids', { most: 1 })),
};
