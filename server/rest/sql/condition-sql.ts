import { RestError } from '../errors.ts';
import {
  type Comparison,
  type Condition,
  comparisons,
  type Filter,
  searches,
  type Test,
} from '../query/ast.ts';
import { columnOf, fieldSql, type Scope, sortableSql } from './field-sql.ts';
import type { Parameters } from './parameters.ts';

/** These must use the sort order's collation, so that pages can continue after the last row. */
const BY_ORDER = new Set<Comparison>(['gt', 'gte', 'lt', 'lte']);

/** Handles filters on embedded relations (`is.null`); undefined for filters on columns. */
export type SpecialFilter = (filter: Filter) => string | undefined;

/** Whether the condition allows a column with such a name just one value. */
export function isExact(condition: Condition, isMeant: (column: string) => boolean): boolean {
  return (
    condition.kind === 'filter' &&
    !condition.negated &&
    isMeant(condition.field.name) &&
    condition.field.path.length === 0 &&
    condition.test.kind === 'compare' &&
    condition.test.operator === 'eq' &&
    condition.test.quantifier === undefined
  );
}

/** The conditions combined with `and`; an empty text if there are none. */
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
      return `${fieldSql(scope, field, parameters)} is ${test.value.replace('_', ' ')}`;
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
  // `*` replaces `%`, which would have to be encoded in URLs.
  const operand = isLike(operator) ? given.replaceAll('*', '%') : given;
  requireSimple(operator, operand);
  const place = parameters.add(operand);
  return `${value} ${comparisons[operator]} ${quantifier ? `${quantifier} (${place})` : place}`;
}

/** The time for a match grows with the length of the pattern and its wildcards. */
const MAX_REGEXP_LENGTH = 200;
const MAX_PATTERN_LENGTH = 1_000;
const MAX_WILDCARDS = 16;

/** Throws 54001 for a long pattern. All patterns of `like(any)` count together. */
function requireSimple(operator: Comparison, pattern: string): void {
  const isRegExp = operator === 'match' || operator === 'imatch';
  if (!isRegExp && !isLike(operator)) return;
  const tooLong = pattern.length > (isRegExp ? MAX_REGEXP_LENGTH : MAX_PATTERN_LENGTH);
  const wildcards = isRegExp ? 0 : pattern.split('%').length - 1;
  if (!tooLong && wildcards <= MAX_WILDCARDS) return;
  throw new RestError('54001', {
    details: isRegExp
      ? `A regular expression has at most ${MAX_REGEXP_LENGTH} characters.`
      : `A pattern has at most ${MAX_PATTERN_LENGTH} characters and ${MAX_WILDCARDS} wildcards.`,
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
  return `${vector} @@ ${searches[operator]}(${config}${parameters.add(given, 'text')})`;
}

/** PostgreSQL's array literal. All elements are quoted, so that none is read as null or a delimiter. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
