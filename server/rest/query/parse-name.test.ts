/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyName, quote } from '#tests/support/rest-grammar.ts';
import { RestError } from '../errors.ts';
import { Cursor } from './cursor.ts';
import { parseField, parseFieldPath, parseName, parseNames } from './parse-name.ts';

const read = <T>(parse: (cursor: Cursor) => T, text: string) => parse(new Cursor(text, 'test'));

describe('a name', () => {
  test.each([
    ['identifier', 'identifier'],
    ['identifier with blanks', 'identifier with blanks'],
    ['with-dashes', 'with-dashes'],
    ['123', '123'],
    ['_', '_'],
    ['$', '$'],
    ['größe', 'größe'],
    [' no blanks around ', 'no blanks around'],
    ['" blanks around "', ' blanks around '],
    ['":"', ':'],
    [String.raw`"a \"b\" \\c"`, String.raw`a "b" \c`],
    ['name.rest', 'name'],
    ['data->key', 'data'],
  ])('%s', (text, name) => {
    expect(read(parseName, text)).toBe(name);
  });

  test.each(['', ':', '.', '"open', '->a', '"zero\0byte"'])('rejects %j', (text) => {
    expect(() => read(parseName, text)).toThrow(RestError);
  });

  test('parses any quoted name', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(read(parseName, quote(name))).toBe(name);
      }),
    );
  });
});

describe('a field', () => {
  test('parses JSON paths with keys and indexes', () => {
    expect(read(parseField, 'data->a->-1->>"b c"')).toEqual({
      name: 'data',
      path: [
        { asText: false, key: 'a', isIndex: false },
        { asText: false, key: '-1', isIndex: true },
        { asText: true, key: 'b c', isIndex: false },
      ],
    });
  });

  test('parses a key that starts with digits', () => {
    expect(read(parseField, 'data->>78xy').path).toEqual([{ asText: true, key: '78xy', isIndex: false }]);
  });

  test('rejects an unfinished step', () => {
    expect(() => read(parseField, 'data->')).toThrow(RestError);
  });

  test('parses the path to an embedded relation', () => {
    expect(read(parseFieldPath, 'a.b.c->d')).toEqual({
      path: ['a', 'b'],
      field: { name: 'c', path: [{ asText: false, key: 'd', isIndex: false }] },
    });
    expect(read(parseFieldPath, '"a.b"')).toEqual({ path: [], field: { name: 'a.b', path: [] } });
  });

  test('parses lists of any quoted names', () => {
    fc.assert(
      fc.property(fc.array(anyName, { minLength: 1 }), (names) => {
        expect(read(parseNames, names.map(quote).join(','))).toEqual(names);
      }),
    );
  });
});
