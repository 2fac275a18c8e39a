import pg from 'pg';
import type { TestDatabase } from './test-database.ts';

/** A connection as the owner of the tables. */
export type Connection = pg.Client;

export async function connectTo({ url }: TestDatabase): Promise<Connection> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

interface Plan {
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** How many rows of a table a plan reads, those that it drops too. */
function rowsRead(plan: Plan, table: string): number {
  const rows =
    (plan['Actual Rows'] ?? 0) +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = plan['Relation Name'] === table ? rows * (plan['Actual Loops'] ?? 1) : 0;
  return (plan.Plans ?? []).reduce((sum, inner) => sum + rowsRead(inner, table), own);
}

interface Statement {
  text: string;
  values?: readonly unknown[] | undefined;
}

/**
 * Runs a statement under the policies of a person, and takes it back. Also tells how many rows of the table it has read: a
 * plan that is too slow for a large office shows in a small one.
 */
export async function readAsPerson<Row>(
  client: pg.ClientBase,
  personId: string,
  { text, values = [] }: Statement,
  table: string,
): Promise<{ rows: Row[]; read: number }> {
  await client.query('begin');
  try {
    await client.query(`set local nutmeg.staff_mfa = 'optional'`);
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub: personId, role: 'authenticated' }),
    ]);
    await client.query('set local role authenticated');
    const { rows } = await client.query(text, [...values]);
    const explained = await client.query(`explain (analyze, format json) ${text}`, [...values]);
    return { rows, read: rowsRead(explained.rows[0]['QUERY PLAN'][0].Plan, table) };
  } finally {
    await client.query('rollback');
  }
}

/** A new login that is a member of these clients (a query of ids); `lastYear` limits it to the past. */
export async function memberOf(
  client: pg.ClientBase,
  which: string,
  lastYear: number | null = null,
): Promise<string> {
  const id = crypto.randomUUID();
  await client.query(`insert into auth.users (id, email) values ($1::uuid, $1::text || '@example.com')`, [
    id,
  ]);
  await client.query(
    `insert into public.client_members (client_id, user_id, relation, rights, last_year)
     select c.id, $1, 'helper', '{see}', $2 from (${which}) c on conflict do nothing`,
    [id, lastYear],
  );
  return id;
}

/** As staff from now on. */
export async function makeStaff(client: pg.ClientBase, id: string): Promise<void> {
  await client.query(
    `insert into public.user_profiles (user_id, email, role) values ($1::uuid, $1::text, 'admin')
     on conflict (user_id) do update set role = 'admin'`,
    [id],
  );
}

/** Clients with this many documents each; the first client has `more` of them on top. */
export async function fillClients(
  client: pg.ClientBase,
  { clients, documents, more = 0 }: { clients: number; documents: number; more?: number },
): Promise<void> {
  const blob = crypto.randomUUID();
  await client.query('insert into storage.blobs (id, sha256) values ($1, $2)', [blob, Buffer.from('1')]);
  await client.query(
    `insert into auth.users (id, email) select md5(n::text)::uuid, n || '@example.com' from generate_series(1, $1) n`,
    [clients],
  );
  await client.query('insert into public.clients (id) select id from auth.users on conflict do nothing');
  await client.query(
    `insert into storage.objects (bucket_id, name, blob_id)
     select 'user-documents', u.id || '/2026/' || n || '.pdf', $1
     from (select id, row_number() over (order by id) as place from auth.users) u,
       generate_series(1, case when u.place = 1 then $2::int + $3::int else $2 end) n`,
    [blob, documents, more],
  );
  await client.query('vacuum analyze storage.objects, public.file_uploads');
}

export const FIRST_AND_LAST = `(select id from public.clients order by id limit 1)
  union all (select id from public.clients order by id desc limit 1)`;
