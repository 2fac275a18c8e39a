import { expect, test } from 'vitest';
import { count, json, moment, uuid } from './values.ts';

test.each([
  ['2024-03-01 12:30:05.123456+00', '2024-03-01T12:30:05.123456Z'],
  ['2024-03-01 12:30:05+00', '2024-03-01T12:30:05.000000Z'],
  ['2024-03-01 07:30:05.1-05', '2024-03-01T12:30:05.100000Z'],
  ['2024-03-01 18:00:05+05:30', '2024-03-01T12:30:05.000000Z'],
  ['yesterday', null],
  ['2024-13-41 12:30:05+00', null],
  ['infinity', null],
])('the moment %s', (at, expected) => {
  expect(moment({ at }, 'at')).toBe(expected);
  expect(moment({ at: null }, 'at')).toBeNull();
});

test('other values', () => {
  expect(uuid({ id: 'ABCDEF01-0000-4000-8000-000000000001' }, 'id')).toBe(
    'abcdef01-0000-4000-8000-000000000001',
  );
  expect(uuid({ id: "1' or 1=1" }, 'id')).toBeUndefined();
  expect([count({ n: '12' }, 'n'), count({ n: '-1' }, 'n'), count({}, 'n')]).toEqual([
    12,
    undefined,
    undefined,
  ]);
  expect([json({ a: '{"b":1}' }, 'a'), json({ a: '[1]' }, 'a'), json({ a: '{' }, 'a')]).toEqual([
    { b: 1 },
    undefined,
    undefined,
  ]);
});
