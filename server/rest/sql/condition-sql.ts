import type { Comparison, Condition, Filter, FullTextSearch, IsValue, Test } from '../query/ast.ts';
import { columnOf, fieldSql, type Scope } from './field-sql.ts';
import type { Parameters } from './parameters.ts';

const OPERATORS: Record<Comparison, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};

const SEARCHES: Record<FullTextSearch, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

const IS: Record<IsValue, string> = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
};

/** A filter that is not about a column: `null` on an embedded relation. Undefined where it is none. */
export type SpecialFilter = (filter: Filter) => string | undefined;

/** Conditions, all of which must hold; the empty text for none. */
export function whereSql(
  scope: Scope,
  conditions: readonly Condition[],
  parameters: Parameters,
  special: SpecialFilter = () => undefined,
): string {
  return conditions.map((condition) => conditionSql(scope, condition, parameters, special)).join(' and ');
}

function conditionSql(
  scope: Scope,
  condition: Condition,
  parameters: Parameters,
  special: SpecialFilter,
): string {
  if (condition.kind === 'filter') {
    const test = special(condition) ?? testSql(scope, condition, parameters);
    return condition.negated ? `not (${test})` : test;
  }
  const members = condition.members.map((member) => conditionSql(scope, member, parameters, special));
  const group = `(${members.join(` ${condition.operator} `)})`;
  return condition.negated ? `not ${group}` : group;
}

function testSql(scope: Scope, { field, test }: Filter, parameters: Parameters): string {
  const value = fieldSql(scope, field, parameters);
  switch (test.kind) {
    case 'is':
      return `${value} ${IS[test.value]}`;
    case 'in':
      return `${value} = any (${parameters.add(arrayLiteral(test.values))})`;
    case 'search':
      return searchSql(value, columnOf(scope, field)?.typeName === 'tsvector', test, parameters);
    case 'compare':
      return comparisonSql(value, test, parameters);
  }
}

function comparisonSql(
  value: string,
  { operator, quantifier, value: given }: Extract<Test, { kind: 'compare' }>,
  parameters: Parameters,
): string {
  // In a URL a percent sign is a burden: * stands for it.
  const operand = operator === 'like' || operator === 'ilike' ? given.replaceAll('*', '%') : given;
  const place = parameters.add(operand);
  return `${value} ${OPERATORS[operator]} ${quantifier ? `${quantifier} (${place})` : place}`;
}

function searchSql(
  value: string,
  isVector: boolean,
  { operator, language, value: given }: Extract<Test, { kind: 'search' }>,
  parameters: Parameters,
): string {
  const config = language === undefined ? '' : `${parameters.add(language, 'regconfig')}, `;
  const vector = isVector ? value : `to_tsvector(${config}${value})`;
  return `${vector} @@ ${SEARCHES[operator]}(${config}${parameters.add(given, 'text')})`;
}

/** PostgreSQL's text form of an array, every element quoted, so that none can be taken for a null or a border. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
