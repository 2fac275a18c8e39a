import type { Database } from '#server/database/database.ts';

const SCHEMAS = ['auth', 'storage', 'public', 'nutmeg'];

/** Counts the rows of every table in one snapshot, by "schema.table". */
export async function countRows(database: Pick<Database, 'asOwner'>): Promise<Record<string, number>> {
  return database.asOwner(async (tx) => {
    await tx.query('set transaction isolation level repeatable read read only');
    const { rows: tables } = await tx.query<{ schema: string; name: string; quoted: string }>(
      `select schemaname as schema, tablename as name, format('%I.%I', schemaname, tablename) as quoted
       from pg_tables where schemaname = any($1) order by 1, 2`,
      [SCHEMAS],
    );
    const counts: Record<string, number> = {};
    for (const { schema, name, quoted } of tables) {
      const { rows } = await tx.query<{ count: string }>(`select count(*) from ${quoted}`);
      counts[`${schema}.${name}`] = Number(rows[0]?.count ?? 0);
    }
    return counts;
  });
}
