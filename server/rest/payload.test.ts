import { expect, test } from 'vitest';
import { parsePayload } from './payload.ts';
import type { Relation } from './schema/schema-cache.ts';

const column = { type: 'text', typeName: 'text', nullable: true, default: null, generated: false };
const relation: Relation = {
  name: 'things',
  columns: new Map(['a', 'b', '__proto__'].map((name) => [name, { name, ...column }])),
  primaryKey: [],
  computed: new Set(),
};
const parse = (body: string | undefined, columns?: string[]) => parsePayload(body, relation, columns);

test('accepts an object or an array of objects, and keeps the text', () => {
  expect(parse('{"a": 9007199254740993}')).toEqual({
    json: '[{"a": 9007199254740993}]',
    rows: [{ a: 9007199254740992 }],
    columns: ['a'],
  });
  expect(parse('[{"a":1,"b":2},{"b":3,"a":4}]')).toMatchObject({ rows: [{}, {}], columns: ['a', 'b'] });
  expect(parse('[]')).toEqual({ json: '[]', rows: [], columns: [] });
});

test('limits text length and rows', () => {
  const refusal = (code: string) => expect.objectContaining({ code });
  expect(() => parse(`[${'{},'.repeat(5_000)}{}]`)).toThrow(refusal('54000'));
  for (const text of ['x'.repeat(100_001), `e${'\u0301'.repeat(31)}`]) {
    expect(() => parse(JSON.stringify({ a: [text] }))).toThrow(refusal('22001'));
    expect(() => parse(JSON.stringify({ [text]: 1 }))).toThrow(refusal('22001'));
  }
  const fine = { a: 'é'.repeat(100_000), b: `e${'\u0301'.repeat(30)}`.repeat(10) };
  expect(parse(JSON.stringify(fine)).columns).toEqual(['a', 'b']);
});

test('uses the columns parameter if there is one', () => {
  expect(parse('[{"a":1},{"b":2}]', ['b', 'b'])).toMatchObject({ columns: ['b'] });
});

test('accepts the key __proto__', () => {
  expect(parse('{"__proto__": 1}')).toMatchObject({ columns: ['__proto__'] });
});

test.each([undefined, '', ' ', '{', 'null', '1', '"a"', '[1]', '[[]]', '[null]'])('rejects %j', (body) => {
  expect(() => parse(body)).toThrow(
    expect.objectContaining({ code: 'PGRST102', message: 'Empty or invalid json' }),
  );
});

test('rejects objects with different keys', () => {
  const refusal = expect.objectContaining({ code: 'PGRST102', message: 'All object keys must match' });
  expect(() => parse('[{"a":1},{"b":1}]')).toThrow(refusal);
  expect(() => parse('[{"a":1},{"a":1,"b":1}]')).toThrow(refusal);
  expect(() => parse('[{"a":1},{}]')).toThrow(refusal);
});

test('rejects an unknown column', () => {
  const refusal = expect.objectContaining({
    code: 'PGRST204',
    message: "Could not find the 'c' column of 'things' in the schema cache",
  });
  expect(() => parse('{"c":1}')).toThrow(refusal);
  expect(() => parse('{"a":1}', ['c'])).toThrow(refusal);
});
