import type { Statement } from '#server/database/database.ts';
import { type Condition, conditionSql, parseFilter } from './filters.ts';
import type { Wanted } from './join-request.ts';
import type { Column, Table } from './tables.ts';

/** What a channel wants to hear of one table, ready to be asked of the database. */
export interface Interest {
  /** By which the client knows which of its wishes an event answers. */
  id: number;
  event: Wanted['event'];
  table: Table;
  columns: Column[];
  /** Only rows of these people can match; undefined where the filter does not say. */
  owners: ReadonlySet<string> | undefined;
  /** The rows of these ids that match, as whoever asks. */
  read(ids: readonly string[]): Statement;
  /** The same for all whose questions are the same. */
  readKey: string;
}

/** What a wish means on the tables that there are; undefined where it means nothing. */
export function interestsOf(id: number, wanted: Wanted, tables: readonly Table[]): Interest[] | undefined {
  const any = (name: string | null | undefined) => name === undefined || name === null || name === '*';
  const matching = tables.filter(
    ({ schema, name }) =>
      (any(wanted.schema) || schema === wanted.schema) && (any(wanted.table) || name === wanted.table),
  );
  if (any(wanted.table)) {
    // A filter or a choice of columns is about one table.
    if (wanted.filter || wanted.select) return undefined;
    return matching.map((table) => ({
      ...question(table, table.columns, []),
      id,
      event: wanted.event,
      table,
    }));
  }
  const [table] = matching;
  const conditions = wanted.filter ? parseFilter(wanted.filter) : [];
  if (!table || !conditions) return undefined;
  const chosen = wanted.select ? new Set(['id', ...wanted.select]) : undefined;
  const known = new Set(table.columns.map(({ name }) => name));
  const named = [...conditions.map(({ column }) => column), ...(chosen ?? [])];
  if (!named.every((name) => known.has(name))) return undefined;
  const columns = table.columns.filter(({ name }) => chosen?.has(name) ?? true);
  return [{ ...question(table, columns, conditions), id, event: wanted.event, table }];
}

function question(table: Table, columns: Column[], conditions: Condition[]) {
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
    read: (ids: readonly string[]) => ({ text, values: [ids, ...values] }),
    readKey: JSON.stringify([text, values]),
  };
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** A filter on the owner's column spares the database the question: the notification says whose rows it is about. */
function ownersIn({ ownerColumn }: Table, conditions: Condition[]): ReadonlySet<string> | undefined {
  const said = conditions.find(
    ({ column, operator }) => column === ownerColumn && (operator === 'eq' || operator === 'in'),
  );
  const owners = said?.values.map((value) => value.toLowerCase());
  // PostgreSQL reads other spellings of an id as well; those it must compare itself.
  return owners?.every((owner) => uuid.test(owner)) ? new Set(owners) : undefined;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
