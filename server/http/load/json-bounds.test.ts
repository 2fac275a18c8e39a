/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excessOf } from './json-bounds.ts';

const excess = (json: string, bounds = { levels: 64, values: 1000 }) => excessOf(Buffer.from(json), bounds);

test('accepts as many levels as the bound says', () => {
  expect(excess(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeUndefined();
  expect(excess('['.repeat(65))).toBe('levels');
  expect(excess('{"a":'.repeat(65))).toBe('levels');
  expect(excess(`[${'[],{},'.repeat(200)}[]]`)).toBeUndefined();
});

test('accepts as many values as the bound says', () => {
  const zeros = (count: number) => JSON.stringify(Array(count).fill(0));
  expect(excess(zeros(998))).toBeUndefined();
  expect(excess(zeros(1000))).toBe('values');
  expect(excess(JSON.stringify(Object.fromEntries(Array(1000).fill(0).entries())))).toBe('values');
  expect(excess(`[${'{},'.repeat(500)}{}]`)).toBe('values');
  expect(excess(','.repeat(1000))).toBe('values');
});

test('ignores brackets and commas inside strings, after any escapes', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const inside = JSON.stringify([text + '['.repeat(100) + ','.repeat(2000), { [text]: '{'.repeat(100) }]);
      expect(excess(inside)).toBeUndefined();
      expect(excess(JSON.stringify([text]) + '['.repeat(65))).toBe('levels');
      expect(excess(JSON.stringify([text]) + ',0'.repeat(1000))).toBe('values');
    }),
  );
});

test('never counts fewer values or levels than a text has', () => {
  const sizeOf = (value: unknown): { levels: number; values: number } => {
    if (typeof value !== 'object' || value === null) return { levels: 0, values: 1 };
    const members = Object.values(value).map(sizeOf);
    return {
      levels: 1 + Math.max(0, ...members.map(({ levels }) => levels)),
      values: 1 + members.reduce((sum, { values }) => sum + values, 0),
    };
  };
  fc.assert(
    fc.property(fc.json(), (json) => {
      const { levels, values } = sizeOf(JSON.parse(json));
      if (levels > 0) expect(excess(json, { levels: levels - 1, values: json.length + 1 })).toBe('levels');
      if (values > 1) expect(excess(json, { levels, values: values - 1 })).toBe('values');
    }),
  );
});
