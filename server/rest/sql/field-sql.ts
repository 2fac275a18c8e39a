import { RestError } from '../errors.ts';
import type { Field, OrderTerm } from '../query/ast.ts';
import type { Column, Relation } from '../schema/schema-cache.ts';
import { identifier, type Parameters } from './parameters.ts';

/** A relation and its alias in the statement. */
export interface Scope {
  relation: Relation;
  alias: string;
}

/** The expression of a field. Throws 42703 for unknown names, so they never get into a statement. */
export function fieldSql({ relation, alias }: Scope, field: Field, parameters: Parameters): string {
  const column = relation.columns.get(field.name);
  if (!column && !relation.computed.has(field.name)) throw noColumn(relation, field.name);
  const value = `${identifier(alias)}.${identifier(field.name)}`;
  if (field.path.length === 0) return value;
  const base = column?.typeName === 'jsonb' ? value : `to_jsonb(${value})`;
  const steps = field.path.map(
    ({ asText, key, isIndex }) =>
      `${asText ? '->>' : '->'} ${parameters.add(key, isIndex ? 'integer' : 'text')}`,
  );
  return `(${base} ${steps.join(' ')})`;
}

/** The same for sorting and comparing: texts in dictionary order, not in byte order. */
export function sortableSql(scope: Scope, field: Field, parameters: Parameters): string {
  const value = fieldSql(scope, field, parameters);
  const asText = field.path.at(-1)?.asText === true;
  const collation = asText ? scope.relation.textOrder : columnOf(scope, field)?.collation;
  return collation ? `${value} collate ${collation}` : value;
}

export function columnOf({ relation }: Scope, field: Field): Column | undefined {
  return field.path.length === 0 ? relation.columns.get(field.name) : undefined;
}

/** The key in the response of a field without an alias. */
export function fieldName(field: Field): string {
  return field.path.findLast((step) => !step.isIndex)?.key ?? field.name;
}

export function orderSql(value: string, { descending, nulls }: OrderTerm): string {
  return `${value} ${descending ? 'desc' : 'asc'}${nulls === undefined ? '' : ` nulls ${nulls}`}`;
}

/** PostgreSQL's error for an unknown column. */
function noColumn(relation: Relation, name: string): RestError {
  return new RestError('42703', { message: `column ${relation.name}.${name} does not exist` });
}
