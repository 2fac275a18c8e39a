import { createHash } from 'node:crypto';
import type pg from 'pg';
import { bulkLoad } from './bulk-load.ts';
import { type OfficeSize, rowsOfOffice, STAFF } from './rows.ts';

/** Fills an empty portal with an office of this size, as it is in March after three years. */
export async function fillOffice(client: pg.ClientBase, size: OfficeSize): Promise<void> {
  // Not the settings of the server: for the sorts and the new indexes.
  await client.query(
    `set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set synchronous_commit = off`,
  );
  const rows = rowsOfOffice(size);
  await client.query(rows.functions);
  await bulkLoad(client, Object.keys(rows.tables), async () => {
    for (const [table, insert] of Object.entries(rows.tables))
      await client.query(`insert into ${table} ${insert}`);
  });
  await client.query('select nutmeg.recount_desk()');
  await client.query('vacuum analyze');
}

export interface OfficeClient {
  id: string;
  email: string;
  number: number;
}

/** One of the clients of a filled office. */
export function anyClient({ clients }: Pick<OfficeSize, 'clients'>): OfficeClient {
  const number = Math.floor(Math.random() * clients) + 1;
  return { id: idOf(`client ${number}`), number, email: `person${number}@example.com` };
}

/** The id of a member of its staff. */
export const anyStaff = (): string => idOf(`staff ${Math.floor(Math.random() * STAFF) + 1}`);

const idOf = (name: string): string =>
  createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Gives each of these users the work of one of the staff: their tasks, and the clients that they prepare. */
export async function giveWork(client: pg.ClientBase, userIds: readonly string[]): Promise<void> {
  for (const [at, userId] of userIds.entries()) {
    const staff = idOf(`staff ${at + 1}`);
    await client.query('update public.tasks set owner_id = $1 where owner_id = $2', [userId, staff]);
    await client.query('update public.client_details set preparer_id = $1 where preparer_id = $2', [
      userId,
      staff,
    ]);
    await client.query('update public.return_assignments set preparer_id = $1 where preparer_id = $2', [
      userId,
      staff,
    ]);
  }
  await client.query(
    'vacuum analyze public.tasks, public.client_details, nutmeg.desk_clients, nutmeg.desk_returns',
  );
}
