import { createHash } from 'node:crypto';
import type pg from 'pg';
import { bulkLoad } from './bulk-load.ts';
import { type OfficeSize, rowsOfOffice } from './rows.ts';

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
  const hash = createHash('md5').update(`client ${number}`).digest('hex');
  const id = hash.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { id, number, email: `person${number}@example.com` };
}
