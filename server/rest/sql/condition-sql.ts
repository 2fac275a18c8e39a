import { RestError } from '../errors.ts';
import type { Comparison, Condition, Filter, FullTextSearch, IsValue, Test } from '../query/ast.ts';
import { columnOf, fieldSql, type Scope, sortableSql } from './field-sql.ts';
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

/** A page must begin after the last row of the one before, in the same order. */
const BY_ORDER = new Set<Comparison>(['gt', 'gte', 'lt', 'lte']);

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
  switch (test.kind) {
    case 'is':
      return `${fieldSql(scope, field, parameters)} ${IS[test.value]}`;
    case 'in':
      return `${fieldSql(scope, field, parameters)} = any (${parameters.add(arrayLiteral(test.values))})`;
    case 'search':
      return searchSql(
        fieldSql(scope, field, parameters),
        columnOf(scope, field)?.typeName === 'tsvector',
        test,
        parameters,
      );
    case 'compare':
      return comparisonSql(
        BY_ORDER.has(test.operator)
          ? sortableSql(scope, field, parameters)
          : fieldSql(scope, field, parameters),
        test,
        parameters,
      );
  }
}

function comparisonSql(
  value: string,
  { operator, quantifier, value: given }: Extract<Test, { kind: 'compare' }>,
  parameters: Parameters,
): string {
  // In a URL a percent sign is a burden: * stands for it.
  const operand = isLike(operator) ? given.replaceAll('*', '%') : given;
  requireSimple(operator, operand);
  const place = parameters.add(operand);
  return `${value} ${OPERATORS[operator]} ${quantifier ? `${quantifier} (${place})` : place}`;
}

/** Of a regular expression, or of a `like` pattern: the time for a match grows with both. */
const LONGEST_EXPRESSION = 200;
const LONGEST_PATTERN = 1_000;
const MOST_WILDCARDS = 16;

/** All patterns of `like(any)` together count as one. */
function requireSimple(operator: Comparison, pattern: string): void {
  const isExpression = operator === 'match' || operator === 'imatch';
  if (!isExpression && !isLike(operator)) return;
  const tooLong = pattern.length > (isExpression ? LONGEST_EXPRESSION : LONGEST_PATTERN);
  const wildcards = isExpression ? 0 : pattern.split('%').length - 1;
  if (!tooLong && wildcards <= MOST_WILDCARDS) return;
  throw new RestError('54001', {
    details: isExpression
      ? `A regular expression has at most ${LONGEST_EXPRESSION} characters.`
      : `A pattern has at most ${LONGEST_PATTERN} characters and ${MOST_WILDCARDS} wildcards.`,
  });
}

function isLike(operator: Comparison): boolean {
  return operator === 'like' || operator === 'ilike';
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
