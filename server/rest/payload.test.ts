import { expect, test } from 'vitest';
import { depthOf, parsePayload } from './payload.ts';
import type { Relation } from './schema/schema-cache.ts';

const column = { type: 'text', typeName: 'text', nullable: true, default: null, generated: false };
const relation: Relation = {
  name: 'things',
  columns: new Map(['a', 'b', '__proto__'].map((name) => [name, { name, ...column }])),
  primaryKey: [],
  computed: new Set(),
};
const parse = (body: string | undefined, columns?: string[]) => parsePayload(body, relation, columns);

test('takes an object or an array of them, as the text that came', () => {
  expect(parse('{"a": 9007199254740993}')).toEqual({
    json: '[{"a": 9007199254740993}]',
    count: 1,
    columns: ['a'],
  });
  expect(parse('[{"a":1,"b":2},{"b":3,"a":4}]')).toMatchObject({ count: 2, columns: ['a', 'b'] });
  expect(parse('[]')).toEqual({ json: '[]', count: 0, columns: [] });
});

test.each([
  ['', 0],
  ['"[[["', 0],
  [String.raw`"\"[["`, 0],
  [String.raw`["\\", [{}]]`, 3],
  ['[[],[[]]]', 3],
  ['[{', 2],
  [']]][', 0],
  ['"[', 0],
])('%s is %d deep', (json, depth) => {
  expect(depthOf(json)).toBe(depth);
});

test('bounds depth, texts and rows', () => {
  const refusal = (code: string) => expect.objectContaining({ code });
  expect(() => parse('['.repeat(500_000))).toThrow(refusal('54001'));
  expect(() => parse(`[${'{},'.repeat(5_000)}{}]`)).toThrow(refusal('54000'));
  for (const text of ['x'.repeat(100_001), `e${'\u0301'.repeat(31)}`]) {
    expect(() => parse(JSON.stringify({ a: [text] }))).toThrow(refusal('22001'));
    expect(() => parse(JSON.stringify({ [text]: 1 }))).toThrow(refusal('22001'));
  }
  const fine = { a: 'é'.repeat(100_000), b: `e${'\u0301'.repeat(30)}`.repeat(10) };
  expect(parse(JSON.stringify(fine)).columns).toEqual(['a', 'b']);
});

test('writes the chosen columns, whichever the objects have', () => {
  expect(parse('[{"a":1},{"b":2}]', ['b', 'b'])).toMatchObject({ columns: ['b'] });
});

test('reads a key for what it is', () => {
  expect(parse('{"__proto__": 1}')).toMatchObject({ columns: ['__proto__'] });
});

test.each([undefined, '', ' ', '{', 'null', '1', '"a"', '[1]', '[[]]', '[null]'])('refuses %j', (body) => {
  expect(() => parse(body)).toThrow(
    expect.objectContaining({ code: 'PGRST102', message: 'Empty or invalid json' }),
  );
});

test('refuses objects with different keys', () => {
  const refusal = expect.objectContaining({ code: 'PGRST102', message: 'All object keys must match' });
  expect(() => parse('[{"a":1},{"b":1}]')).toThrow(refusal);
  expect(() => parse('[{"a":1},{"a":1,"b":1}]')).toThrow(refusal);
  expect(() => parse('[{"a":1},{}]')).toThrow(refusal);
});

test('refuses a column that there is not', () => {
  const refusal = expect.objectContaining({
    code: 'PGRST204',
    message: "Could not find the 'c' column of 'things' in the schema cache",
  });
  expect(() => parse('{"c":1}')).toThrow(refusal);
  expect(() => parse('{"a":1}', ['c'])).toThrow(refusal);
});
