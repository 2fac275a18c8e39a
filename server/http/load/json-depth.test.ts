import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTooDeep } from './json-depth.ts';

const asked = (json: string) => isTooDeep(Buffer.from(json));

test('64 levels are enough for anybody', () => {
  expect(asked(`${'['.repeat(64)}${']'.repeat(64)}`)).toBe(false);
  expect(asked('['.repeat(65))).toBe(true);
  expect(asked('{"a":'.repeat(65))).toBe(true);
  expect(asked(`[${'[],{},'.repeat(1000)}[]]`)).toBe(false);
});

test('brackets within texts are no levels, whatever stands before them', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(asked(JSON.stringify([text + '['.repeat(100), { [text]: '{'.repeat(100) }]))).toBe(false);
      expect(asked(JSON.stringify([text]) + '['.repeat(65))).toBe(true);
    }),
  );
});
