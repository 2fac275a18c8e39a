import { COUNT_REPLACED_ROW, REPLACED_ROWS } from '#server/database/session-settings.ts';
import type { Payload } from '../payload.ts';
import type { Condition } from '../query/ast.ts';
import type { Relation } from '../schema/schema-cache.ts';
import { whereSql } from './condition-sql.ts';
import { identifier, inPublic, type Parameters } from './parameters.ts';
import { embedsOf, type ReadNode } from './plan-read.ts';

/** The alias of the written table in every statement. */
const WRITTEN = 't0';

export interface Write {
  relation: Relation;
  parameters: Parameters;
  /** The columns to return, such as `returningSql`. */
  returning: string;
}

export interface Conflict {
  columns: readonly string[];
  replace: boolean;
}

/** The count, read after all rows of the common table expression are written. */
export const replacedCount = (written: string) =>
  `(select case when count(*) >= 0 then ${REPLACED_ROWS} end from "${written}")`;

export function insertSql(
  write: Write,
  payload: Payload,
  { conflict, useDefaults }: { conflict: Conflict | undefined; useDefaults: boolean },
): string {
  const { relation, parameters, returning } = write;
  const into = `insert into ${inPublic(relation.name)} as "${WRITTEN}"`;
  const onConflict = conflict ? conflictSql(conflict, payload.columns) : '';
  if (payload.columns.length === 0) {
    return `${into} ${emptyRows(relation, payload.rows.length)}${onConflict} returning ${returning}`;
  }
  const names = payload.columns.map(identifier).join(', ');
  const source = sourceSql(relation, payload, useDefaults, parameters);
  return `${into} (${names}) select ${names} from ${source}${onConflict} returning ${returning}`;
}

export function updateSql(
  write: Write,
  payload: Payload,
  { conditions, useDefaults }: { conditions: readonly Condition[]; useDefaults: boolean },
): string {
  const { relation, parameters, returning } = write;
  // An empty object changes no rows.
  if (payload.columns.length === 0) {
    return `select ${returning} from ${inPublic(relation.name)} as "${WRITTEN}" where false`;
  }
  const set = payload.columns.map((name) => `${identifier(name)} = "body".${identifier(name)}`).join(', ');
  const source = sourceSql(relation, payload, useDefaults, parameters);
  const where = whereSql({ relation, alias: WRITTEN }, conditions, parameters);
  return `update ${inPublic(relation.name)} as "${WRITTEN}" set ${set} from ${source} where ${where} returning ${returning}`;
}

export function deleteSql(
  { relation, parameters, returning }: Write,
  conditions: readonly Condition[],
): string {
  const where = whereSql({ relation, alias: WRITTEN }, conditions, parameters);
  return `delete from ${inPublic(relation.name)} as "${WRITTEN}" where ${where} returning ${returning}`;
}

/** Only the columns that the response needs, since each requires the permission to read it. */
export function returningSql(node: ReadNode, more: readonly string[] = []): string {
  const alias = identifier(WRITTEN);
  const names = new Set(more);
  for (const item of node.items) if (item.kind === 'field') names.add(item.field.name);
  for (const { relation, field } of node.order) if (relation === undefined) names.add(field.name);
  for (const { relationship } of embedsOf(node)) for (const { outer } of relationship.on) names.add(outer);
  const star = node.items.some(({ kind }) => kind === 'star');
  const own = [...names].filter((name) =>
    node.relation.columns.has(name) ? !star : node.relation.computed.has(name),
  );
  const columns = own.map((name) => `${alias}.${identifier(name)} as ${identifier(name)}`);
  if (star) columns.unshift(`${alias}.*`);
  return columns.length === 0 ? '1 as "_"' : columns.join(', ');
}

export function primaryKeySql(relation: Relation): string {
  if (relation.primaryKey.length === 0) return '1 as "_"';
  return relation.primaryKey.map((name) => `${identifier(WRITTEN)}.${identifier(name)}`).join(', ');
}

/** The primary key's values as texts, if one row was written. */
export function locationSql(relation: Relation, written: string, parameters: Parameters): string {
  const pairs = relation.primaryKey.map(
    (name) => `${parameters.add(name, 'text')}, ${identifier(name)}::text`,
  );
  if (pairs.length === 0) return 'null';
  return `(select json_agg(json_build_object(${pairs.join(', ')})) -> 0 from "${written}" having count(*) = 1)`;
}

/** The body's rows with the types of the table's columns, so that PostgreSQL reports wrong values. */
function sourceSql(
  relation: Relation,
  payload: Payload,
  useDefaults: boolean,
  parameters: Parameters,
): string {
  const columns = payload.columns.flatMap((name) => relation.columns.get(name) ?? []);
  const typed = columns.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ');
  const defaults = columns.filter((column) => column.default !== null && !column.generated);
  if (!useDefaults || defaults.length === 0) {
    return `json_to_recordset(${parameters.add(payload.json, 'json')}) as "body"(${typed})`;
  }
  const pairs = defaults.map((column) => `${parameters.add(column.name, 'text')}, ${column.default}`);
  const rows = `select coalesce(jsonb_agg(jsonb_build_object(${pairs.join(', ')}) || "given"), '[]') from jsonb_array_elements(${parameters.add(payload.json, 'jsonb')}) as "given"`;
  return `jsonb_to_recordset((${rows})) as "body"(${typed})`;
}

function conflictSql({ columns, replace }: Conflict, written: readonly string[]): string {
  const target = columns.length === 0 ? '' : ` (${columns.map(identifier).join(', ')})`;
  if (!replace || written.length === 0) return ` on conflict${target} do nothing`;
  const set = written.map((name) => `${identifier(name)} = excluded.${identifier(name)}`).join(', ');
  return ` on conflict${target} do update set ${set} where ${COUNT_REPLACED_ROW}`;
}

/** Rows with only defaults, for bodies like `{}` and `[{}, {}]`. */
function emptyRows(relation: Relation, count: number): string {
  if (count === 1) return 'default values';
  const first = [...relation.columns.keys()][0] ?? '';
  if (count === 0) return `(${identifier(first)}) select null where false`;
  return `(${identifier(first)}) values ${Array.from({ length: count }, () => '(default)').join(', ')}`;
}
