import type pg from 'pg';

/**
 * Runs the work without the triggers, foreign keys, and indexes of the tables, and restores them afterwards: a million
 * rows take seconds instead of hours. PostgreSQL checks the keys again when they are restored.
 */
export async function bulkLoad(
  client: pg.ClientBase,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { foreignKeys, keys, indexes } = await readStructure(client, tables);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  for (const { owner, name } of [...foreignKeys, ...keys])
    await client.query(`alter table ${owner} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await work();
  for (const { definition } of indexes) await client.query(definition);
  for (const { owner, name, definition } of [...keys, ...foreignKeys])
    await client.query(`alter table ${owner} add constraint ${name} ${definition}`);
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
}

interface Part {
  owner: string;
  name: string;
  definition: string;
}

/** The parts that slow down a load. A foreign key from another table holds on to the key that it names. */
async function readStructure(client: pg.ClientBase, tables: readonly string[]) {
  const { rows: constraints } = await client.query<Part & { type: string }>(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition,
       contype::text as type
     from pg_constraint
     where contype = 'f' and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))
       or contype in ('p', 'u') and conrelid = any($1::regclass[])`,
    [tables],
  );
  const { rows: indexes } = await client.query<Part>(
    `select i.indrelid::regclass::text as owner, i.indexrelid::regclass::text as name,
       pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid = any($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype <> 'f')`,
    [tables],
  );
  return {
    foreignKeys: constraints.filter(({ type }) => type === 'f'),
    keys: constraints.filter(({ type }) => type !== 'f'),
    indexes,
  };
}
