/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTooDeep } from './json-depth.ts';

const asked = (json: string) => isTooDeep(Buffer.from(json));

test('accepts 64 levels', () => {
  expect(asked(`${'['.repeat(64)}${']'.repeat(64)}`)).toBe(false);
  expect(asked('['.repeat(65))).toBe(true);
  expect(asked('{"a":'.repeat(65))).toBe(true);
  expect(asked(`[${'[],{},'.repeat(1000)}[]]`)).toBe(false);
});

test('ignores brackets inside strings, after any escapes', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(asked(JSON.stringify([text + '['.repeat(100), { [text]: '{'.repeat(100) }]))).toBe(false);
      expect(asked(JSON.stringify([text]) + '['.repeat(65))).toBe(true);
    }),
  );
});
