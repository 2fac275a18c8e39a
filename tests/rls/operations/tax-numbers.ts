import { randomUUID } from 'node:crypto';
import type { Attempt, Fixtures, Outcome } from '../types.ts';
import { outcomeOf } from './outcome.ts';

async function removeNumber({ portal, a }: Fixtures): Promise<void> {
  await portal.database.query('delete from public.client_tax_numbers where user_id = $1', [a]);
}

/** A's number, with a seal that opens for no one. */
async function insertNumber(fixtures: Fixtures): Promise<void> {
  await removeNumber(fixtures);
  await fixtures.portal.database.query(`
    select set_config('nutmeg.seal', '{"table": "client_tax_numbers", "key": "00", "sealed": "00"}', true);
    insert into public.client_tax_numbers (user_id, kind, tax_number) values ('${fixtures.a}', 'ssn', '***-**-6174')`);
}

const numbers = ({ client }: Attempt) => client.from('client_tax_numbers');
const reveal = async ({ client }: Attempt, client_id: string): Promise<Outcome> =>
  outcomeOf(await client.rpc('reveal_client_tax_number', { client_id, reason: 'To prepare the return' }));

export const taxNumberOperations = {
  "read A's tax number": async (attempt: Attempt) => {
    await insertNumber(attempt.fixtures);
    return outcomeOf(
      await numbers(attempt).select('*', { count: 'exact' }).eq('user_id', attempt.fixtures.a),
    );
  },
  "save A's tax number": async (attempt: Attempt) => {
    await removeNumber(attempt.fixtures);
    const row = { user_id: attempt.fixtures.a, kind: 'ssn', tax_number: '519-28-6174' };
    return outcomeOf(await numbers(attempt).insert(row, { count: 'exact' }));
  },
  "save a tax number of A's with eight digits": async (attempt: Attempt) => {
    await removeNumber(attempt.fixtures);
    const row = { user_id: attempt.fixtures.a, kind: 'ssn', tax_number: '519-28-617' };
    return outcomeOf(await numbers(attempt).insert(row, { count: 'exact' }));
  },
  "change A's tax number": async (attempt: Attempt) => {
    await insertNumber(attempt.fixtures);
    const row = { user_id: attempt.fixtures.a, kind: 'ssn', tax_number: '222-33-4455' };
    return outcomeOf(
      await numbers(attempt).update(row, { count: 'exact' }).eq('user_id', attempt.fixtures.a),
    );
  },
  "give A's tax number to B": async (attempt: Attempt) => {
    await insertNumber(attempt.fixtures);
    const row = { user_id: attempt.fixtures.b, kind: 'ssn', tax_number: '222-33-4455' };
    return outcomeOf(
      await numbers(attempt).update(row, { count: 'exact' }).eq('user_id', attempt.fixtures.a),
    );
  },
  "delete A's tax number": async (attempt: Attempt) => {
    await insertNumber(attempt.fixtures);
    return outcomeOf(await numbers(attempt).delete({ count: 'exact' }).eq('user_id', attempt.fixtures.a));
  },
  "reveal A's tax number": async (attempt: Attempt) => {
    const { portal, a } = attempt.fixtures;
    await insertNumber(attempt.fixtures);
    const recorded = async () => {
      const [row] = await portal.database.query<{ count: string }>(
        `select count(*) from public.audit_log where action = 'client.tax_number_revealed' and subject_id = $1`,
        [a],
      );
      return row?.count;
    };
    const before = await recorded();
    const outcome = await reveal(attempt, a);
    // The seal of this row opens for no one; what counts is that the server was allowed to try, and recorded it.
    return (await recorded()) === before ? outcome : 'ok';
  },
  'reveal the tax number of an unknown client': (attempt: Attempt) => reveal(attempt, randomUUID()),
};
