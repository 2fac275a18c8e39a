import type { Database } from '#server/database/database.ts';

/** A table whose changes are told, as one role sees it. */
export interface Table {
  schema: string;
  name: string;
  /** The column with the id of the person whose row it is; empty where there is none. */
  ownerColumn: string;
  columns: Column[];
}

export interface Column {
  name: string;
  /** As the hosted service names it in its events: `int8`, `uuid`. */
  type: string;
  /** As a cast names it. */
  sqlType: string;
}

/** What tells of changes is what carries the trigger (migration 0007); a column counts if the role may read it. */
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
     where t.tgfoid = 'nutmeg.tell_changes()'::regprocedure
       -- One of its three: that of the insertions.
       and t.tgtype & 4 <> 0
     order by 1, 2`,
    [role],
  );
  return rows.filter(({ columns }) => columns.some(({ name }) => name === 'id'));
}
