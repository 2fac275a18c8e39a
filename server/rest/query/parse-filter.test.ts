/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { anyText, quote } from '#tests/support/rest-grammar.ts';
import { RestError } from '../errors.ts';
import { parseFilter } from './parse-logic.ts';

const filter = (value: string, key = 'a') => parseFilter(key, value).condition;
const compare = (operator: string, value: string, quantifier?: 'any' | 'all') => ({
  kind: 'compare',
  operator,
  quantifier,
  value,
});

describe('the operators', () => {
  test.each([
    ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch', 'isdistinct'],
    ...['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'],
  ])('%s, plain and negated', (operator) => {
    expect(filter(`${operator}.x.y`)).toMatchObject({ negated: false, test: compare(operator, 'x.y') });
    expect(filter(`not.${operator}.`)).toMatchObject({ negated: true, test: compare(operator, '') });
  });

  test.each(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])(
    '%s(any), %s(all)',
    (operator) => {
      expect(filter(`${operator}(any).{a,b}`)).toMatchObject({ test: compare(operator, '{a,b}', 'any') });
      expect(filter(`not.${operator}(all).{}`)).toMatchObject({
        negated: true,
        test: compare(operator, '{}', 'all'),
      });
    },
  );

  test.each(['null', 'not_null', 'true', 'false', 'unknown'])('is.%s', (value) => {
    expect(filter(`is.${value}`)).toMatchObject({ test: { kind: 'is', value } });
    expect(filter(`is.${value.toUpperCase()}`)).toMatchObject({ test: { kind: 'is', value } });
  });

  test.each(['fts', 'plfts', 'phfts', 'wfts'])('%s, with and without a language', (operator) => {
    expect(filter(`${operator}.fat cat`)).toMatchObject({
      test: { kind: 'search', operator, language: undefined, value: 'fat cat' },
    });
    expect(filter(`${operator}(english).cat`)).toMatchObject({
      test: { kind: 'search', operator, language: 'english', value: 'cat' },
    });
  });

  test.each([
    ['noop.0', 1, '"not" or operator (eq, gt, ...)'],
    ['', 1, '"not" or operator (eq, gt, ...)'],
    ['not.not.eq.1', 5, 'operator (eq, gt, ...)'],
    ['eq', 3, 'delimiter (.)'],
    ['neq(any).{1}', 4, 'delimiter (.)'],
    ['eq(some).{1}', 4, '"any" or "all"'],
    ['is.maybe', 4, 'null or trilean value (unknown, true, false)'],
    ['is.nullish', 4, 'null or trilean value (unknown, true, false)'],
    ['in.1,2', 4, '"("'],
    ['in.(1,2', 8, '"," or ")"'],
    ['in.(1,2)3', 9, 'end of input'],
    ['fts().cat', 5, 'the name of a text search configuration'],
    ['EQ.1', 1, '"not" or operator (eq, gt, ...)'],
  ])('rejects %s', (value, column, expecting) => {
    expect(() => filter(value)).toThrow(
      expect.objectContaining({
        code: 'PGRST100',
        message: `"failed to parse filter (${value})" (line 1, column ${column})`,
        details: expect.stringContaining(`expecting ${expecting}`),
      }),
    );
  });
});

describe('a list', () => {
  const list = (value: string) => {
    const condition = filter(`in.${value}`);
    return condition.kind === 'filter' && condition.test.kind === 'in' ? condition.test.values : undefined;
  };

  test.each([
    ['(1,2,3)', ['1', '2', '3']],
    ['("a,b","c)d")', ['a,b', 'c)d']],
    [String.raw`("say \"hi\"","back\\slash")`, ['say "hi"', String.raw`back\slash`]],
    ['(a"b,"c"d)', ['a"b', '"c"d']],
    ['("",x)', ['', 'x']],
    ['(null,,)', ['null', '', '']],
    [' ( 1, 2 ) ', ['1', ' 2 ']],
    ['()', []],
  ])('%s', (text, values) => {
    expect(list(text)).toEqual(values);
  });

  test('parses any quoted texts', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 2 }), (values) => {
        expect(list(`(${values.map(quote).join(',')})`)).toEqual(values);
      }),
    );
  });
});

test('a comparison takes the whole value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      expect(filter(`eq.${value}`)).toMatchObject({ test: compare('eq', value) });
    }),
  );
});

test('throws nothing but RestError', () => {
  const text = fc.oneof(
    fc.string(),
    fc.stringMatching(/^(not\.)?(eq|in|is|fts|like)?[.(]?(any|all)?[).(",\\a-z{}]*$/),
  );
  fc.assert(
    fc.property(text, text, (key, value) => {
      try {
        filter(value, key);
      } catch (error) {
        expect(error).toBeInstanceOf(RestError);
      }
    }),
    { numRuns: inputs(2_000) },
  );
});
