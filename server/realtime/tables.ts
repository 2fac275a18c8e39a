import type { Database } from '#server/database/database.ts';

/** A table with change notifications, with the columns that a role can read. */
export interface Table {
  schema: string;
  name: string;
  /** The column with the id of the row's owner; empty if there is none. */
  ownerColumn: string;
  columns: Column[];
}

export interface Column {
  name: string;
  /** The type's name in events: `int8`, `uuid`. */
  type: string;
  /** The type's name in casts. */
  sqlType: string;
}

/** Finds tables by their notification trigger (migration 0013_realtime), and the columns that the role may select. */
export async function readTables(database: Pick<Database, 'query'>, role: string): Promise<Table[]> {
  const { rows } = await database.query<Table>(
    `select n.nspname as schema, c.relname as name,
       split_part(encode(t.tgargs, 'escape'), '\\000', 1) as "ownerColumn",
       (select coalesce(jsonb_agg(jsonb_build_object(
           'name', a.attname, 'type', y.typname, 'sqlType', format_type(a.atttypid, null)) order by a.attnum), '[]')
         from pg_attribute a join pg_type y on y.oid = a.atttypid
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
           and has_column_privilege($1, c.oid, a.attnum, 'select')) as columns
     from pg_trigger t
       join pg_class c on c.oid = t.tgrelid
       join pg_namespace n on n.oid = c.relnamespace
     where t.tgfoid = 'nutmeg.notify_changes()'::regprocedure
       -- Each table has three such triggers. This is the one for inserts.
       and t.tgtype & 4 <> 0
     order by 1, 2`,
    [role],
  );
  return rows.filter(({ columns }) => columns.some(({ name }) => name === 'id'));
}
