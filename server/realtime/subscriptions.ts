import { isUuid } from '#domain/text/uuid.ts';
import type { Database, Statement } from '#server/database/database.ts';
import { type Condition, conditionSql, parseFilter } from './filters.ts';
import type { ChangeFilter } from './join-request.ts';

/** A table with change notifications, with the columns that a role can read. */
interface Table {
  schema: string;
  name: string;
  /** The column with the id of the row's owner; empty if there is none. */
  ownerColumn: string;
  columns: Column[];
}

interface Column {
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

/** A subscription of a channel to changes of one table, with the query for changed rows. */
export interface Subscription {
  /** The id that events carry, so that the client can match them to its binding. */
  id: number;
  event: ChangeFilter['event'];
  table: Table;
  columns: Column[];
  /** Only rows of these users can match; undefined if the filter does not name owners. */
  owners: ReadonlySet<string> | undefined;
  /** The query for the matching rows with these ids, to be run as the subscriber. */
  read(ids: readonly string[]): Statement;
  /** Equal for equal queries. */
  readKey: string;
}

/** Resolves a filter to subscriptions, one for each matching table; undefined if it names unknown tables or columns. */
export function subscriptionsFor(
  id: number,
  filter: ChangeFilter,
  tables: readonly Table[],
): Subscription[] | undefined {
  const any = (name: string | null | undefined) => name === undefined || name === null || name === '*';
  const matching = tables.filter(
    ({ schema, name }) =>
      (any(filter.schema) || schema === filter.schema) && (any(filter.table) || name === filter.table),
  );
  if (any(filter.table)) {
    // A filter or a column list needs a single table.
    if (filter.filter || filter.select) return undefined;
    return matching.map((table) => ({
      ...buildQuery(table, table.columns, []),
      id,
      event: filter.event,
      table,
    }));
  }
  const [table] = matching;
  const conditions = filter.filter ? parseFilter(filter.filter) : [];
  if (!table || !conditions) return undefined;
  const chosen = filter.select ? new Set(['id', ...filter.select]) : undefined;
  const known = new Set(table.columns.map(({ name }) => name));
  const named = [...conditions.map(({ column }) => column), ...(chosen ?? [])];
  if (!named.every((name) => known.has(name))) return undefined;
  const columns = table.columns.filter(({ name }) => chosen?.has(name) ?? true);
  return [{ ...buildQuery(table, columns, conditions), id, event: filter.event, table }];
}

function buildQuery(table: Table, columns: Column[], conditions: Condition[]) {
  const typeOf = (name: string) => table.columns.find((column) => column.name === name)?.sqlType ?? 'text';
  const where = [
    `"id" = any($1::${typeOf('id')}[])`,
    ...conditions.map((condition, at) =>
      conditionSql(condition, quoted(condition.column), typeOf(condition.column), at + 2),
    ),
  ];
  const text = `select r."id"::text as key, to_jsonb(r) as record from (
    select ${columns.map(({ name }) => quoted(name)).join(', ')}
    from ${quoted(table.schema)}.${quoted(table.name)} where ${where.join(' and ')}) r`;
  const values = conditions.map(({ operator, values }) => (operator === 'in' ? values : values[0]));
  return {
    columns,
    owners: ownersIn(table, conditions),
    read: (ids: readonly string[]) => ({ prepared: true, text, values: [ids, ...values] }),
    readKey: JSON.stringify([text, values]),
  };
}

/** The owners in a filter on the owner column. Notifications contain the owner, so other changes need no query. */
function ownersIn({ ownerColumn }: Table, conditions: Condition[]): ReadonlySet<string> | undefined {
  const ownerCondition = conditions.find(
    ({ column, operator }) => column === ownerColumn && (operator === 'eq' || operator === 'in'),
  );
  const owners = ownerCondition?.values.map((value) => value.toLowerCase());
  // PostgreSQL accepts other spellings of a UUID; those are compared in the query.
  return owners?.every(isUuid) ? new Set(owners) : undefined;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
